#!/bin/sh
# as_installed.sh - changes a text for where it is read once it is installed; from standard input to standard output
#
# Usage: as_installed.sh BINDIR
#
# Programs are in BINDIR then and found by PATH, scripts have other names, and what is said of the sources is left out.
set -eu
sed -e '/^<!-- sources -->$/,/^<!-- end of sources -->$/d' \
    -e "s|/usr/local/bin/|$1/|g" \
    -e 's/, in the top folder of the sources once .make demo. was run/, in a copy of the folder of this file/' \
    -e 's/ (a test runs them all)//' \
    -e 's,\([ `]\)build/\([a-z0-9]*\),\1\2,g' \
    -e 's,\([ `]\)scripts/\(sweep\|spread\|chart\),\1ztrace-\2,g'

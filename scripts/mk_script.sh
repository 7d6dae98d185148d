#!/bin/sh
# mk_script.sh - makes scripts/NAME one file that needs no other, as it is installed: with what it sources, and its version
#
# Usage: mk_script.sh NAME
set -eu
cd "$(dirname "$0")/.."
version=$(sh scripts/version.sh) awk '
function put(file,    line)
{
	while ((getline line <file) > 0)
		if (line == "version=\047\047")
			print "version=\047" ENVIRON["version"] "\047"
		else if (line !~ /^# shellcheck shell=/)
			print line
	close(file)
}
/^# shellcheck source=/ { next }
/^\. ".*\/[a-z]*\.sh"$/ {
	sub(/^.*\//, "scripts/")
	sub(/"$/, "")
	put($0)
	next
}
{ print }' "scripts/$1"

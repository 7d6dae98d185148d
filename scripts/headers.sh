#!/bin/sh
# headers.sh - fails for a header that does not compile alone
#
# usage: scripts/headers.sh COMPILER FLAGS ...
set -u
cd "$(dirname "$0")/.." || exit 1
bad=0

for header in include/ztrace/*.h tests/lib/*.h; do
	[ -f "$header" ] || continue
	# the second line is for headers of macros alone: ISO C wants a declaration
	printf '#include "%s"\nextern int alone;\n' "${header#include/}" | "$@" -Werror -I. -Itests/lib -fsyntax-only -x c - || {
		echo "headers: $header does not compile alone"
		bad=1
	}
done
exit $bad

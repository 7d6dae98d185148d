#!/bin/sh
# falsepos.sh - counts the files that db2gtf takes for trace data though they are none
#
# usage: scripts/falsepos.sh [FOLDER ...] (default: /usr/share /usr/bin; B=build names the build folder)
#
# Files that are refused, or empty (in gzip, too), are right; one that is read, even in part, is named and counted.
set -eu
cd "$(dirname "$0")/.."
B=${B:-build}
[ $# -gt 0 ] || set -- /usr/share /usr/bin
tried=$(mktemp)
trap 'rm -f "$tried"' EXIT

# Each file on its own: the status is 1 only where nothing was read of it, and nothing is said of an empty one.
find "$@" -type f -size +0c -exec sh -c '
	program=$1
	shift
	for file; do
		status=0
		said=$("$program" -j 0 -v -t none "$file" 2>&1) || status=$?
		if [ $status -eq 1 ] || ! echo "$said" | grep -qv -e ": gzip taken off" -e "^$"; then
			echo .
		else
			echo "taken (status $status): $file"
		fi
	done' sh "$B/db2gtf" {} + >"$tried"

grep -v '^\.$' "$tried" || :
total=$(wc -l <"$tried")
taken=$(grep -vc '^\.$' "$tried" || :)
echo "falsepos: $total files, $taken taken for trace data"
[ "$taken" -eq 0 ]

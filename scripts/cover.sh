#!/bin/sh
# cover.sh - shows how many lines of each source file the tests ran, least covered first
#
# usage: scripts/cover.sh BUILD-FOLDER (built with --coverage, tests run)
set -eu
cd "$(dirname "$0")/.."

find "$1/obj/src" -name '*.gcda' | sort | while read -r data; do
	gcov -n "$data" 2>/dev/null
done | awk '
/^File / { file = $2; gsub(/\047/, "", file) }
/^Lines executed:/ && file ~ /^src\// {
	split($0, part, /[:% ]+/)
	share = part[3]; lines = part[5]
	printf "%6.2f %% of %5d lines  %s\n", share, lines, file | "sort -n"
	ran += share * lines / 100; all += lines
	file = ""
}
END {
	close("sort -n")
	if (all == 0) {
		print "cover: nothing was measured"
		exit 1
	}
	printf "%6.2f %% of %5d lines  together\n", 100 * ran / all, all
}'

#!/bin/sh
# csv.sh - reads back every line of -t csv, for every input there is, and compares with -t json
set -u
cd "$(dirname "$0")/.." || exit 1
B=${B:-build}
. tests/lib/records.sh

if ! python3 -c 'import csv, json' 2>/dev/null; then
	echo 'csv: skipped: needs python3 (scripts/setup --dev installs it)'
	exit 0
fi
out=$(mktemp -d) || exit 1
trap 'rm -rf "$out"' EXIT
render_all "$out" csv json || exit 1
set --
for table in "$out"/*.csv; do
	set -- "$@" "$table" "${table%.csv}.json"
done
python3 tests/lib/csv_lines.py "$@"

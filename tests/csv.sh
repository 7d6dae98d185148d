#!/bin/sh
# csv.sh - reads back every line of -t csv, for every input there is, and compares with -t json
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib/check.sh
. tests/lib/records.sh

if ! python3 -c 'import csv, json' 2>/dev/null; then
	skip 'needs python3 (scripts/setup --dev installs it)'
fi
render_all "$tmp" csv json || exit 1
set --
for table in "$tmp"/*.csv; do
	set -- "$@" "$table" "${table%.csv}.json"
done
python3 tests/lib/csv_lines.py "$@"

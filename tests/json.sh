#!/bin/sh
# json.sh - holds every line of -t json, for every input there is, against db2gtf's own schema
set -u
cd "$(dirname "$0")/.." || exit 1
B=${B:-build}
. tests/lib/records.sh

if ! python3 -c 'import jsonschema; jsonschema.Draft202012Validator' 2>/dev/null; then
	echo 'json: skipped: needs python3 with jsonschema (scripts/setup --dev installs them)'
	exit 0
fi
out=$(mktemp -d) || exit 1
trap 'rm -rf "$out"' EXIT
"$B/db2gtf" --schema >"$out/schema" || exit 1
render_all "$out" json || exit 1
python3 tests/lib/json_lines.py "$out/schema" "$out"/*.json

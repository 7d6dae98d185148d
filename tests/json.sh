#!/bin/sh
# json.sh - holds every line of -t json, for every input there is, against db2gtf's own schema
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib/check.sh
. tests/lib/records.sh

if ! python3 -c 'import jsonschema; jsonschema.Draft202012Validator' 2>/dev/null; then
	skip 'needs python3 with jsonschema (scripts/setup --dev installs them)'
fi
"$B/db2gtf" --schema >"$tmp/schema" || exit 1
render_all "$tmp" json || exit 1
python3 tests/lib/json_lines.py "$tmp/schema" "$tmp"/*.json

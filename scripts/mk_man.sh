#!/bin/sh
# mk_man.sh - puts each program's option list, from its option table, into its man page
#
# Usage: mk_man.sh [--check] BUILD-FOLDER
#
# The list stands between the lines ".\" options begin" and ".\" options end";
# it is what "PROGRAM --help=mdoc" prints. --check only compares.
set -eu
cd "$(dirname "$0")/.."
check=no
if [ "${1:-}" = --check ]; then
	check=yes
	shift
fi
B=${1:-build}
new=$(mktemp)
trap 'rm -f "$new" "$new.list"' EXIT
status=0
for page in man/*.1; do
	program=$(basename "$page" .1)
	"$B/$program" --help=mdoc >"$new.list"
	awk -v list="$new.list" '
		/^\.\\" options end/ { inside = 0 }
		!inside { print }
		/^\.\\" options begin/ {
			inside = 1
			while ((getline line < list) > 0)
				print line
		}' "$page" >"$new"
	cmp -s "$page" "$new" && continue
	if [ $check = yes ]; then
		echo "$page: option list is not that of $B/$program (scripts/mk_man.sh writes it)"
		status=1
	else
		cp "$new" "$page"
	fi
done
exit $status

#!/bin/sh
# mk_tables.sh - makes the C tables that come from the lists in scripts/tables
#
# usage: scripts/mk_tables.sh [--check]
#
# A list NAME.tsv is printed as C by NAME.awk.  With --check nothing is written; a table that is not what its list
# would give fails the run.
set -eu
cd "$(dirname "$0")/.."
new=$(mktemp)
trap 'rm -f "$new"' EXIT
stale=0

# make_table NAME FILE [check]
make_table()
{
	LC_ALL=C awk -f "scripts/tables/$1.awk" "scripts/tables/$1.tsv" >"$new"
	cmp -s "$new" "$2" && return
	if [ "${3-}" ]; then
		echo "mk_tables: $2 is not what scripts/tables/$1.tsv gives; run scripts/mk_tables.sh"
		stale=1
	else
		cat "$new" >"$2"
		echo "mk_tables: $2 made anew"
	fi
}

case ${1-} in
"" | --check)
	make_table ifcid src/db2/ifcid_table.c "${1-}"
	make_table pairs src/db2/pairs_table.c "${1-}"
	make_table ccsid src/base/ccsid_table.c "${1-}"
	make_table cpcode src/vm/cpcode_table.c "${1-}"
	make_table errno src/le/le_errno_table.c "${1-}"
	;;
*)
	echo "usage: scripts/mk_tables.sh [--check]" >&2
	exit 1
	;;
esac
exit "$stale"

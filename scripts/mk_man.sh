#!/bin/sh
# mk_man.sh - puts into the man pages what the programs know: option lists, keys, columns, accounts
#
# Usage: mk_man.sh [--check] BUILD-FOLDER
#
# In a program's page the list between the lines ".\" options begin" and ".\" options end" is what "PROGRAM --help=mdoc"
# prints.  In ztrace-formats.5 a list between ".\" begin: WHAT [PROGRAM]" and ".\" end" is made here, from --schema,
# --help=table and the output of the programs.  --check only compares.  Needs jq.
set -eu
cd "$(dirname "$0")/.."
check=no
if [ "${1:-}" = --check ]; then
	check=yes
	shift
fi
B=${1:-build}
new=$(mktemp -d)
trap 'rm -rf "$new"' EXIT
status=0
if ! command -v jq >/dev/null; then
	echo 'mk_man: needs jq (scripts/setup --dev installs it)' >&2
	exit 1
fi

# The headers of db2gtf's JSON, with IBM's names.
list_headers()
{
	"$B/db2gtf" --schema | jq -r '.properties.headers.patternProperties | to_entries[] |
		select(.value.properties) | (.key | sub("^\\^"; "") | sub("\\(.*"; "")) as $name |
		".Ss headers.\($name) (\(.value.description))",
		".Bl -column -compact resource_manager QWHSLOCN_Off",
		(.value.properties | to_entries[] | select(.value.description) | ".It Cm \(.key) Ta \(.value.description)"),
		".El"'
}

# The members of an object of PROGRAM, as its schema tells them.
list_members()
{
	echo '.Bl -tag -width from_function'
	"$B/$1" --schema | jq -r '.properties | to_entries[] | ".It Cm \(.key)", (.value.description // empty)' |
	    awk '
		/^\.It / { print; next }
		{ print toupper(substr($0, 1, 1)) substr($0, 2) "." }'
	echo .El
}

# What db2gtf says is odd about a record.
list_notes()
{
	echo '.Bl -bullet -compact'
	sed -n 's/.*note(ev, "\(.*\)");/.It\n\1/p' src/db2/decode.c
	echo .El
}

# The columns of PROGRAM's CSV.
list_columns()
{
	"$B/$1" -q -t csv /dev/null | tr -d '\r' | head -n 1 | tr , '\n' | awk '
		{ line = line (line == "" ? ".Cm " : " , ") $0 }
		length(line) > 60 { print line " ,"; line = "" }
		END { print line " ." }' | sed 's/ , *$/ ,/'
}

# The accounts of PROGRAM's ledger.
list_accounts()
{
	echo '.Bl -column -compact rejected_unfinished'
	"$B/$1" --help=table | awk -F '\t' '$1 == "account" { print ".It Cm " $2 " Ta " $3 }'
	echo .El
}

# list WHAT [PROGRAM]
list()
{
	case $1 in
	options) "$B/$2" --help=mdoc ;;
	headers) list_headers ;;
	notes) list_notes ;;
	members) list_members "$2" ;;
	columns) list_columns "$2" ;;
	accounts) list_accounts "$2" ;;
	esac
}

# fill PROGRAM: on standard input a page, which comes out with its lists as they should be
fill()
{
	while IFS= read -r line; do
		printf '%s\n' "$line"
		case $line in
		'.\" options begin')
			end='.\" options end'
			list options "$1"
			;;
		'.\" begin: '*)
			end='.\" end'
			# shellcheck disable=SC2086 # the name of a list, and its argument
			list ${line#'.\" begin: '}
			;;
		*)
			continue
			;;
		esac
		while IFS= read -r line && [ "$line" != "$end" ]; do
			:
		done
		printf '%s\n' "$line"
	done
}

for page in man/*.[135]; do
	program=$(basename "$page" .1)
	fill "$program" <"$page" >"$new/page"
	cmp -s "$page" "$new/page" && continue
	if [ $check = yes ]; then
		echo "$page: a list in it is not that of the programs in $B (scripts/mk_man.sh writes it)"
		status=1
	else
		cp "$new/page" "$page"
	fi
done
exit $status

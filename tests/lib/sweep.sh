# sweep.sh - what tests of scripts/sweep share: comparisons
#
# Sourced in the top folder.
# shellcheck shell=sh
. tests/lib/tapes.sh

# sweep ARGUMENTS: runs it
sweep()
{
	run "$@"
}

# settled ARGUMENTS: the same, when what a killed sweep has left behind has ended
settled()
{
	while sweep "$@" && grep -q 'another sweep' "$tmp/err"; do
		sleep 0.05
	done
}

# published OUTPUT: what it holds, but for the one number of the ledger that depends on the clock
published()
(
	cd "$1" || exit
	find . -type f \( -path './.sweep/steps/*' -o ! -path './.sweep/*' \) ! -name 'ledger*' ! -name inputs \
	    -exec cksum {} + | sort
	cat .sweep/steps/*/ledger ledger.jsonl | sed 's/,"buffer_waits":[0-9]*//'
)

# same OUTPUT WANTED: nothing is missing, nothing there twice, nothing left over
same()
{
	published "$1" >"$tmp/got"
	published "$2" >"$tmp/wanted"
	grep -q '/carry$' "$tmp/got" && cmp "$tmp/got" "$tmp/wanted" && [ -z "$(find "$1/.sweep" -name 'new.*')" ]
}

# begun OUTPUT WANTED: what is there is as it should be, and of published steps only
begun()
{
	(cd "$1" && find . -path './.sweep/steps/*/*' -name carry -o ! -path './.sweep/*' -name '0*') >"$tmp/there"
	while read -r file; do
		cmp "$1/$file" "$2/$file" || return 1
		number=${file#./}
		case $number in
		0*)	[ -d "$1/.sweep/steps/${number%%-*}" ] || { echo "$file: too early"; return 1; } ;;
		esac
	done <"$tmp/there"
}

# whole OUTPUT ARCHIVE: the outputs together are all records of the archive
whole()
{
	cat "$1"/*.gtf | cmp - "$2.whole"
}

# steps OUTPUT N: so many have been done
steps()
{
	[ "$(find "$1" -path '*/.sweep/steps/*/status' | wc -l)" -eq "$2" ]
}

#!/bin/sh
# smf.sh - reads -t smf, for every input there is, with a reader of its own, and compares its count with the ledger's
#
# usage: tests/smf.sh [-v]
#
# -v shows which IFCIDs each input has.
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib/check.sh

if ! perl -e 'use strict; use warnings' 2>/dev/null; then
	skip 'needs perl'
fi
records=0

fail()
{
	tally 1 "$*"
}

# read_smf NAME FORM OPTION ... INPUT: NAME is what it is called here, FORM plain or blocked
read_smf()
{
	name=$1 form=$2
	shift 2
	# WRAP is a command with its options
	# shellcheck disable=SC2086
	$WRAP "$B/db2gtf" -q -t smf --sid=SYSA --zone=-08:00 --stats=json "$@" >"$tmp/smf" 2>"$tmp/stats"
	status=$?
	written=$(sed -n 's/.*"written":\([0-9]*\),.*/\1/p' "$tmp/stats")
	if [ $status -eq 1 ] && [ "${name#seed}" != "$name" ]; then
		return		# a seed may be nothing that can be read
	elif [ $status -ne 0 ] && [ $status -ne 2 ]; then
		fail "$name: status $status"
		cat "$tmp/stats"
	elif ! perl tests/lib/smf_reader.pl "$form" "${written:-0}" "$tmp/smf" >"$tmp/read" 2>&1; then
		fail "$name, $form: $(cat "$tmp/read")"
	else
		tally 0
		records=$((records + written))
		[ "$form" = blocked ] || sed "s,^$tmp/smf,$name," "$tmp/read" >>"$tmp/all"
	fi
}

# both NAME INPUT ...
both()
{
	what=$1
	shift
	read_smf "$what" plain "$@"
	read_smf "$what" blocked --blocked "$@"
}

for args in tests/golden/*.args; do
	name=${args##*/}
	read -r first _ <"$args"
	[ -f "src/main/$first.c" ] && continue		# another program's
	# the arguments are words
	# shellcheck disable=SC2046
	both "${name%.args}" $(cat "$args")
done
for data in tests/data/*.hex; do
	both "$data" "$data"
done
[ -z "$WRAP" ] && seeds='1 2 3' || seeds=1
for seed in $seeds; do
	"$B/gen/odd" "$seed" 100 >"$tmp/odd" || fail "odd $seed"
	both "odd $seed" "$tmp/odd"
	rm -rf "$tmp/tapes"
	mkdir "$tmp/tapes"
	"$B/gen/tapes" "$seed" 4 100 "$tmp/tapes" >"$tmp/whole" || fail "tapes $seed"
	before=$records
	both "tapes $seed" "$tmp"/tapes/*
	[ $((records - before)) -eq 200 ] || fail "tapes $seed: not all records"
done
if [ -z "$WRAP" ]; then
	for seed in tests/fuzz/seed/*/*; do
		[ -f "$seed" ] && both "seed $seed" "$seed"
	done
fi
[ "${1:-}" = -v ] && cat "$tmp/all"
more=", $records records"
summary

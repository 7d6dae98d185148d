#!/bin/sh
# flood.sh - floods of segments that never become a record: memory stays as it is, and the ledger right
#
# usage: tests/flood.sh [COUNT]
#
# A hundred million take some minutes for each kind.
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib/check.sh
count=${1:-1000000}
[ -z "${QUICK:-}" ] || count=300000

# account NAME
account()
{
	sed -n "s/.*\"$1\":\([0-9]*\)[,}].*/\1/p" "$tmp/err"
}

# flood KIND COUNT ACCOUNT: those that are left at the end are in that account
flood()
{
	# WRAP is a command with its options
	# shellcheck disable=SC2086
	"$B/gen/flood" "$1" "$2" | $meter $WRAP "$B/db2gtf" -f vb -t none --stats=json --hold=2M 2>"$tmp/err"
	status=$?
	left=$(account "$3")
	ok "$1: status" [ $status -eq 2 ]
	ok "$1: all are read" [ "$(account records_read)" = "$2" ]
	ok "$1: all are segments" [ "$(account segments)" = "$2" ]
	ok "$1: some are left" [ "${left:-0}" -gt 0 ]
	ok "$1: no more than fit" [ "${left:-0}" -le 50000 ]
	ok "$1: the others are given up" [ "$(account rejected_memory)" = $(($2 - ${left:-0})) ]
}

# what is measured must be the program as users have it
meter=
if [ -z "$WRAP${QUICK:-}" ] && command -v /usr/bin/time >/dev/null; then
	meter="/usr/bin/time -q -o $tmp/kib -f %M"
fi
for kind in first middle last long; do
	case $kind in
	first)	account=rejected_unfinished ;;
	*)	account=rejected_orphan ;;
	esac
	flood $kind $((count / 4)) $account
	[ -z "$meter" ] || read -r few <"$tmp/kib"
	flood $kind "$count" $account
	[ -z "$meter" ] || read -r many <"$tmp/kib"
	[ -z "$meter" ] || ok "$kind: memory ($few and $many KiB)" [ "$many" -lt $((few + 1024)) ]
	[ -z "$meter" ] || ok "$kind: memory ($many KiB)" [ "$many" -lt 18432 ]
done
summary

#!/bin/sh
# check.sh - runs test programs and test scripts one after the other and adds up what they report
#
# usage: B=build [WRAP='valgrind ...'] scripts/check.sh RUNNER ...
#
# A RUNNER is the unit test program ($B/unit), a fuzz replay ($B/fuzz/NAME-replay, run over tests/fuzz/seed/NAME) or
# a script (tests/NAME.sh).  Each shows one line when all is well.  A runner that fails without counting anything
# counts as one failure.
set -u
: "${B:?names the build folder}" "${WRAP=}"
export B WRAP
passed=0 failed=0
out=$B/check.out

# count_last PATTERN: the number that the last line matching the sed pattern has in its brackets, or nothing
count_last()
{
	sed -n "s/$1/\\1/p" "$out" | tail -n 1
}

for runner; do
	case $runner in
	*.sh)
		sh "$runner" >"$out" 2>&1
		;;
	*-replay)
		name=${runner##*/}
		$WRAP "$runner" "tests/fuzz/seed/${name%-replay}" >"$out" 2>&1
		;;
	*)
		$WRAP "$runner" >"$out" 2>&1
		;;
	esac
	status=$?
	cat "$out"

	good=$(count_last '.*[^0-9]\([0-9][0-9]*\) passed, [0-9][0-9]* failed.*')
	bad=$(count_last '.*[^0-9][0-9][0-9]* passed, \([0-9][0-9]*\) failed.*')
	good=${good:-0} bad=${bad:-0}
	if [ "$status" -ne 0 ] && [ "$bad" -eq 0 ]; then
		echo "$runner: failed with status $status"
		bad=1
	fi
	passed=$((passed + good)) failed=$((failed + bad))
done

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]

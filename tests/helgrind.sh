#!/bin/sh
# helgrind.sh - watches the locks of the pool: what must be under them, their order, and who waits for what
set -u
cd "$(dirname "$0")/.." || exit 1
B=${B:-build}

if ! command -v valgrind >/dev/null; then
	echo 'helgrind: skipped: needs valgrind'
	exit 0
fi
# A program runs under one watcher at a time.
if [ -n "${WRAP:-}" ] || grep -q -e -fsanitize "$B/flags"; then
	echo 'helgrind: skipped: something else watches this build'
	exit 0
fi
# Suppressions name functions that the compiler may have put into others.
if ! grep -q -e ' -g' "$B/flags"; then
	echo 'helgrind: skipped: needs a build with -g'
	exit 0
fi
out=$(mktemp) || exit 1
trap 'rm -f "$out"' EXIT
passed=0 failed=0

# watch SUITE CASE: the tests of one case
watch()
{
	if QUICK=1 CK_FORK=no CK_RUN_SUITE=$1 CK_RUN_CASE=$2 valgrind --tool=helgrind -q --error-exitcode=99 \
		--suppressions=tests/lib/helgrind.supp "$B/unit" >"$out" 2>&1; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "helgrind: suite $1, case $2:"
		head -n 40 "$out"
	fi
}

watch pool pool
watch pool_stress crowd
echo "helgrind: $passed passed, $failed failed"
[ $failed -eq 0 ]

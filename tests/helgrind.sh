#!/bin/sh
# helgrind.sh - watches the locks of the pool: what must be under them, their order, and who waits for what
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib/check.sh

if ! command -v valgrind >/dev/null; then
	skip 'needs valgrind'
fi
# A program runs under one watcher at a time.
if [ -n "$WRAP" ] || grep -q -e -fsanitize "$B/flags"; then
	skip 'something else watches this build'
fi
# Suppressions name functions that the compiler may have put into others.
if ! grep -q -e ' -g' "$B/flags"; then
	skip 'needs a build with -g'
fi

# watch SUITE CASE: the tests of one case
watch()
{
	QUICK=1 CK_FORK=no CK_RUN_SUITE=$1 CK_RUN_CASE=$2 valgrind --tool=helgrind -q --error-exitcode=99 \
		--suppressions=tests/lib/helgrind.supp "$B/unit" >"$tmp/out" 2>&1
	tally $? "suite $1, case $2" || head -n 40 "$tmp/out"
}

watch pool pool
watch pool_stress crowd
summary

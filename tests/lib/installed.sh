# shellcheck shell=sh
# installed.sh - for test scripts about what make install puts where
#
# Sourced in the top folder.  Makes $tmp, which is removed at the end.  Nothing is tested where the build is one with
# sanitizers, for valgrind or for coverage: what would be installed then is never used.
self=$(basename "$0" .sh)
B=${B:-build}
case $B in /*) ;; *) B=$PWD/$B ;; esac
if [ -n "${QUICK:-}${WRAP:-}" ] || grep -q -e '--coverage' -e '-fsanitize' "$B/flags"; then
	echo "$self: skipped: this build is not one to be installed"
	exit 0
fi
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM
passed=0 failed=0

# check WHAT COMMAND ...: one test, which the command passes
check()
{
	what=$1
	shift
	if "$@" >"$tmp/log" 2>&1; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "$self: $what: failed: $*"
		head -n 20 "$tmp/log"
	fi
}

# fails COMMAND ...: for check
fails()
{
	! "$@"
}

# make_it ARGS ...: make as it built what is tested
make_it()
{
	make -s B="$B" "$@"
}

# finish: what a script ends with: the last line, and the status
finish()
{
	echo "$self: $passed passed, $failed failed"
	[ $failed -eq 0 ]
}

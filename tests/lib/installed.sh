# shellcheck shell=sh
# installed.sh - for test scripts about what make install puts where
#
# Sourced in the top folder, instead of check.sh.  Nothing is tested where the build is one with sanitizers, for valgrind
# or for coverage: what would be installed then is never used.
. tests/lib/check.sh
if [ -n "${QUICK:-}$WRAP" ] || grep -q -e '--coverage' -e '-fsanitize' "$B/flags"; then
	skip 'this build is not one to be installed'
fi

# make_it ARGS ...: make as it built what is tested
make_it()
{
	make -s B="$B" "$@"
}

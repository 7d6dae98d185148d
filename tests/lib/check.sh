# check.sh - what all test scripts share: a folder of their own, checks that are counted, and the last line
#
# Sourced in the top folder.  $self is the name of the suite, $top the folder, $B the build as an absolute name, and $tmp
# a folder, in $room where that is set, that is removed at the end.  What a suite has in $way and $SEED is told with a
# check that failed, and so is what the last run said, which suites have in $tmp/err.
# shellcheck shell=sh
# shellcheck disable=SC2034 # top is for suites
self=$(basename "$0" .sh) top=$PWD B=${B:-build} WRAP=${WRAP:-}
case $B in
/*)	;;
*)	B=$PWD/$B ;;
esac
tmp=$(mktemp -d "${TMPDIR:-${room:-/tmp}}/$self.XXXXXX" 2>/dev/null || mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM
passed=0 failed=0 status=0 more=''

# skip WHY: ends a suite that cannot be run here
skip()
{
	echo "$self: skipped: $*"
	exit 0
}

# tally STATUS WORDS: one check, which passed if the status is 0; else tells what it was
tally()
{
	if [ "$1" -eq 0 ]; then
		passed=$((passed + 1))
		return
	fi
	shift
	failed=$((failed + 1))
	echo "$self: ${way:+$way: }$*${SEED:+ (SEED=$SEED)}"
	return 1
}

# ok WHAT COMMAND ...: one check, which the command passes
ok()
{
	about=$1
	shift
	"$@" >"$tmp/ok" 2>&1
	tally $? "$about: failed: $*" && return
	head -n 20 "$tmp/ok"
	[ ! -f "$tmp/err" ] || head -n 5 "$tmp/err"
}

# fails COMMAND ...: for ok
fails()
{
	! "$@"
}

# ends STATUS [PATTERN]: for ok: the last run ended so, and said in $tmp/err one line that fits, or nothing
ends()
{
	[ "$status" -eq "$1" ] || { echo "status $status"; return 1; }
	if [ $# -gt 1 ]; then
		[ "$(wc -l <"$tmp/err")" -eq 1 ] && grep -q "^$self: $2\$" "$tmp/err"
	else
		[ ! -s "$tmp/err" ]
	fi
}

# summary: what a suite ends with: the last line, with $more behind it, and the status
summary()
{
	echo "$self: $passed passed, $failed failed$more"
	[ "$failed" -eq 0 ]
}

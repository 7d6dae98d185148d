#!/bin/sh
# golden.sh - runs each case of tests/golden and compares with the wanted output
#
# A case is a file NAME.args (the arguments, from the project's top folder, behind
# the name of the program where that is not db2gtf) and, beside it, one wanted file for each format that is to be tried: NAME.listing,
# NAME.dump, NAME.gtf, ...; NAME.err holds what is said on standard error by the
# first of these, and the exit status. "golden.sh -u" writes the wanted files
# that are there anew; the diff is what a reviewer reads.
set -u
cd "$(dirname "$0")/.." || exit 1
B=${B:-build}
WRAP=${WRAP:-}
update=no
[ "${1:-}" = -u ] && update=yes
out=$(mktemp -d) || exit 1
trap 'rm -rf "$out"' EXIT
passed=0
failed=0

# run FORMAT [PROGRAM] ARGS...: leaves output in $out/got and what was said, with the status, in $out/err
run() {
	format=$1
	shift
	program=db2gtf
	case ${1:-} in letrace | vmtrace)
		program=$1
		shift
		;;
	esac
	# WRAP is a command with its options
	# shellcheck disable=SC2086
	$WRAP "$B/$program" -t "$format" "$@" >"$out/got" 2>"$out/err"
	echo "status $?" >>"$out/err"
}

# same WANTED GOT: counts one comparison
same() {
	if [ $update = yes ]; then
		cp "$2" "$1"
	elif cmp -s "$1" "$2"; then
		passed=$((passed + 1))
		return
	else
		failed=$((failed + 1))
		echo "golden: $1 differs:"
		diff "$1" "$2" | head -n 10
	fi
}

for args in tests/golden/*.args; do
	name=${args%.args}
	said=no
	for wanted in "$name".*; do
		format=${wanted#"$name".}
		case $format in args | err) continue ;; esac
		# the arguments are words
		# shellcheck disable=SC2046
		run "$format" $(cat "$args")
		same "$wanted" "$out/got"
		if [ $said = no ] && [ -f "$name.err" ]; then
			same "$name.err" "$out/err"
			said=yes
		fi
	done
done
echo "golden: $passed passed, $failed failed"
[ $failed -eq 0 ]

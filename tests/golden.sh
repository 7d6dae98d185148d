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
. tests/lib/check.sh
update=no
[ "${1:-}" = -u ] && update=yes

# run FORMAT [PROGRAM] ARGS...: leaves output in $tmp/got and what was said, with the status, in $tmp/err
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
	$WRAP "$B/$program" -t "$format" "$@" >"$tmp/got" 2>"$tmp/err"
	echo "status $?" >>"$tmp/err"
}

# same WANTED GOT: counts one comparison
same() {
	if [ $update = yes ]; then
		cp "$2" "$1"
		return
	fi
	cmp -s "$1" "$2"
	tally $? "$1 differs" || diff "$1" "$2" | head -n 10
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
		same "$wanted" "$tmp/got"
		if [ $said = no ] && [ -f "$name.err" ]; then
			same "$name.err" "$tmp/err"
			said=yes
		fi
	done
done
summary

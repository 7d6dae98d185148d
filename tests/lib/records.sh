# shellcheck shell=sh
# records.sh - for test scripts: runs db2gtf over every input there is, once for each format named
#
# usage: . tests/lib/records.sh; render_all FOLDER FORMAT ...
#
# FOLDER gets NAME.FORMAT for each input: those of the golden cases, odd records as made by tests/gen/odd, and the
# fuzzers' seeds (not under WRAP, where each costs a second). Status 1 of db2gtf is a failure, but for a seed: it
# may be nothing that can be read, and then gets no file.

# render OUT FORMAT ARGS ...
render()
{
	to=$1 format=$2
	shift 2
	# WRAP is a command with its options
	# shellcheck disable=SC2086
	${WRAP:-} "$B/db2gtf" -q -e any -t "$format" "$@" >"$to.$format" 2>"$to.err"
	status=$?
	[ $status -eq 0 ] || [ $status -eq 2 ] && return
	if [ $status -eq 1 ] && [ "${to##*/seed-}" != "$to" ]; then
		rm "$to.$format"
		return
	fi
	echo "db2gtf -t $format $*: status $status"
	cat "$to.err"
	return 1
}

# other_program FILE: these arguments are another program's, whose name comes first
other_program()
{
	read -r first _ <"$1"
	[ -f "src/main/$first.c" ]
}

render_all()
{
	folder=$1 bad=0
	shift
	for seed in 1 2 3; do
		"$B/gen/odd" $seed 100 >"$folder/odd-$seed.rdw" || bad=1
	done
	for format; do
		for args in tests/golden/*.args; do
			name=${args##*/}
			other_program "$args" && continue
			# the arguments are words
			# shellcheck disable=SC2046
			render "$folder/${name%.args}" "$format" $(cat "$args") || bad=1
		done
		for seed in 1 2 3; do
			render "$folder/odd-$seed" "$format" "$folder/odd-$seed.rdw" || bad=1
		done
		[ -n "${WRAP:-}" ] && continue
		for seed in tests/fuzz/seed/*/*; do
			[ -f "$seed" ] || continue
			name=${seed#tests/fuzz/seed/}
			render "$folder/seed-$(echo "$name" | tr / -)" "$format" "$seed" || bad=1
		done
	done
	return $bad
}

# program.sh - for suites of one program: runs it, and looks at its status, output and messages together
#
# Sourced in the top folder, instead of check.sh, by the suite that has the program's name.
# shellcheck shell=sh
. tests/lib/check.sh

# program ARGUMENTS: runs it; WRAP is a command with its options
program()
{
	# shellcheck disable=SC2086
	$WRAP "$B/$self" "$@"
}

# ends STATUS PATTERN ARGUMENTS: the status, and a line of what is said (a pattern; none: nothing is)
ends()
{
	wanted=$1 pattern=$2
	shift 2
	program "$@" >"$tmp/out" 2>"$tmp/said"
	status=$?
	[ $status -eq "$wanted" ] || { echo "status $status"; cat "$tmp/said"; return 1; }
	if [ "$pattern" ]; then
		grep -q "^$self: $pattern\$" "$tmp/said" || { cat "$tmp/said"; return 1; }
	else
		[ ! -s "$tmp/said" ] || { cat "$tmp/said"; return 1; }
	fi
}

# shows TEXT ARGUMENTS: status 0, and the text in the output
shows()
{
	wanted=$1
	shift
	program "$@" >"$tmp/out" 2>"$tmp/said" || { cat "$tmp/said"; return 1; }
	grep -qF -- "$wanted" "$tmp/out" || { cat "$tmp/out"; return 1; }
}

# output_apart SAMPLE: an output that would replace its input, or grow it without end, is refused
output_apart()
{
	cp "$1" "$tmp/kept"
	ln -s kept "$tmp/link"
	ok 'output over input' ends 1 "--output: this file is read as input too ($tmp/kept)" -o "$tmp/link" "$tmp/kept"
	# shellcheck disable=SC2094 # that is what is tested
	program "$tmp/kept" >>"$tmp/kept" 2>"$tmp/said"
	ok 'output after input' grep -q 'standard output: this file is read as input too' "$tmp/said"
	ok 'the input is as it was' cmp "$1" "$tmp/kept"
}

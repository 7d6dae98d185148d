# spread.sh - what tests of scripts/spread share: comparisons, tasks that are held and killed
#
# Sourced in the top folder.  $way is how tasks are run.
# shellcheck shell=sh
way='xargs'
. tests/lib/tapes.sh

# spread ARGUMENTS: runs it, in this way
spread()
{
	run "$@"
}

# settled ARGUMENTS: spread, when what a killed one has left behind has ended
settled()
{
	while spread "$@"; [ $status -ne 0 ] && grep -q 'another spread' "$tmp/err"; do
		sleep 0.05
	done
}

# records FILE ...: a line of hexadecimal digits for each, in order of these
records()
{
	cat "$@" | od -An -v -tx1 | awk '
	function value(digits) {
		return index(hex, substr(digits, 1, 1)) * 16 + index(hex, substr(digits, 2, 1)) - 17
	}
	BEGIN { hex = "0123456789abcdef" }
	{
		for (i = 1; i <= NF; i++) {
			if (n == 0)
				left = value($i) * 256
			else if (n == 1)
				left += value($i)
			line = line $i
			if (++n > 1 && n == left) {
				print line
				line = ""
				n = 0
			}
		}
	}
	END { if (n > 0) print line " cut" }' | sort
}

# whole OUTPUT FILE: the outputs together have the records of the file, each once
whole()
{
	find "$1" -name '*.gtf' -exec cat {} + >"$tmp/all"
	records "$tmp/all" >"$tmp/got"
	records "$2" | cmp - "$tmp/got"
}

# same OUTPUT WANTED: nothing is missing, nothing left over
same()
{
	[ -s "$1/ledger.jsonl" ] && [ -z "$(find "$1/.spread" -name 'new.*')" ] && diff -r -x .spread "$1" "$2"
}

# begun OUTPUT WANTED: what is there is as it should be
begun()
{
	(cd "$1" && find . -path ./.spread -prune -o -type f -print) >"$tmp/there"
	while read -r file; do
		cmp "$1/$file" "$2/$file" || return 1
	done <"$tmp/there"
}

# done_tapes OUTPUT N: so many are done
done_tapes()
{
	[ "$(find "$1/.spread/tapes" -name '*.done' | wc -l)" -eq "$2" ]
}

# fake_hold TAPE: the first run over this tape leaves its process in $tmp/here, and waits for $tmp/go or 20 seconds
fake_hold()
{
	rm -f "$tmp/go" "$tmp/here" "$tmp/held"
	fake "case \$* in
	*/$1*)
		if mkdir '$tmp/held.$1' 2>/dev/null; then
			echo \$\$ \$PPID >'$tmp/held'
			mv '$tmp/held' '$tmp/here'
			for i in \$(seq 200); do
				[ -e '$tmp/go' ] || sleep 0.1
			done
		fi ;;
	esac"
	rm -rf "$tmp/held.$1"
}

# held: waits until that process is there; $program, and $task that has started it; status 1 if it does not come
held()
{
	until [ -e "$tmp/here" ]; do
		kill -0 "$pid" 2>/dev/null || return 1
		sleep 0.05
	done
	read -r program task <"$tmp/here"
	task=$(sed 's/.*) . //; s/ .*//' "/proc/$task/stat" 2>/dev/null || ps -o ppid= -p "$task" | tr -d ' ')
}

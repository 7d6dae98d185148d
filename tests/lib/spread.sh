# spread.sh - what tests of scripts/spread share: tapes, comparisons, tasks that are held and killed
#
# Sourced in the top folder.  Needs $B; makes $tmp, which is removed at the end.
# shellcheck shell=sh
tmp=$(mktemp -d "${TMPDIR:-/dev/shm}/spread.XXXXXX" 2>/dev/null || mktemp -d) || exit 1
case $B in
/*)	;;
*)	B=$PWD/$B ;;
esac
top=$PWD shell=${SPREAD_SHELL:-sh} passed=0 failed=0 way=xargs
SEED=${SEED:-$(date +%s)} DB2GTF=$B/db2gtf
export DB2GTF
dice=$((SEED % 2147483648))

# throw N: a number from 0 to N - 1, in $thrown
throw()
{
	dice=$(((dice * 1103515245 + 12345) % 2147483648))
	# shellcheck disable=SC2034
	thrown=$((dice / 1024 % $1))
}

# ok WHAT COMMAND ...: counts one check, by the command's status
ok()
{
	about=$1
	shift
	if "$@" >"$tmp/ok" 2>&1; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "spread: $way: $about: failed: $* (SEED=$SEED)"
		head -n 5 "$tmp/ok" "$tmp/said"
	fi
}

# empty FOLDER: makes it anew
empty()
{
	rm -rf "$1"
	mkdir "$1"
}

# tapes FOLDER N: makes it, with so many tapes; FOLDER.whole has their records
tapes()
{
	mkdir -p "$1"
	"$B/gen/tapes" "$SEED" "$2" $(($2 * 12)) "$1" >"$1.whole" || exit 1
}

# spread ARGUMENTS: in this way; leaves its status in $status, its output in $tmp/told and $tmp/said
spread()
{
	# a program and its options
	# shellcheck disable=SC2086
	$shell "$top/scripts/spread" --with=$way --wait "$@" >"$tmp/told" 2>"$tmp/said" </dev/null
	status=$?
}

# start ARGUMENTS: the same in the background, in a process group of its own; $pid
start()
{
	# shellcheck disable=SC2086
	setsid $shell "$top/scripts/spread" --with=$way --wait "$@" >"$tmp/told" 2>"$tmp/said" </dev/null &
	pid=$!
}

# finish: waits for it
finish()
{
	wait "$pid" 2>/dev/null
	status=$?
}

# settled ARGUMENTS: spread, when what a killed one has left behind has ended
settled()
{
	while spread "$@"; [ $status -ne 0 ] && grep -q 'another spread' "$tmp/said"; do
		sleep 0.05
	done
}

# ends STATUS [PATTERN]: the last spread did, and said one line that fits, or nothing
ends()
{
	[ "$status" -eq "$1" ] || { echo "status $status"; return 1; }
	if [ $# -gt 1 ]; then
		[ "$(wc -l <"$tmp/said")" -eq 1 ] && grep -q "^spread: $2\$" "$tmp/said"
	else
		[ ! -s "$tmp/said" ]
	fi
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

# fake TEXT: a db2gtf that does this before its work
fake()
{
	printf '#!/bin/sh\n%s\nexec "%s" "$@"\n' "$1" "$B/db2gtf" >"$tmp/db2gtf"
	chmod +x "$tmp/db2gtf"
	DB2GTF=$tmp/db2gtf
}

unfake()
{
	DB2GTF=$B/db2gtf
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

# counting PROGRAM ...: a folder for PATH where these count their calls in $tmp/calls, and kill the spread before call $KILL
counting()
{
	empty "$tmp/counting"
	for program; do
		cat >"$tmp/counting/$program" <<-END
		#!/bin/sh
		read -r n <"$tmp/calls"
		n=\$((n + 1))
		echo \$n >"$tmp/calls"
		[ \$n -ne "\$KILL" ] || kill -9 0
		exec $(command -v "$program") "\$@"
		END
		chmod +x "$tmp/counting/$program"
	done
}

# killed KILL ARGUMENTS: a spread that is killed before that call of a program
killed()
{
	echo 0 >"$tmp/calls"
	kill_at=$1
	shift
	(
		export KILL="$kill_at" PATH="$tmp/counting:$PATH"
		start "$@"
		finish
		exit $status
	)
	status=$?
}

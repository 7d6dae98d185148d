# sweep.sh - what tests of scripts/sweep share: tapes, comparisons, ways to kill
#
# Sourced in the top folder.  Needs $B; makes $tmp, which is removed at the end.
# shellcheck shell=sh
tmp=$(mktemp -d "${TMPDIR:-/dev/shm}/sweep.XXXXXX" 2>/dev/null || mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM
case $B in
/*)	;;
*)	B=$PWD/$B ;;
esac
top=$PWD shell=${SWEEP_SHELL:-sh} passed=0 failed=0
SEED=${SEED:-$(date +%s)} DB2GTF=$B/db2gtf
export SEED DB2GTF
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
		echo "sweep: $about: failed: $* (SEED=$SEED)"
		head -n 5 "$tmp/ok" "$tmp/said"
	fi
}

# tapes FOLDER N: makes it, with so many tapes; FOLDER.whole has their records
tapes()
{
	mkdir -p "$1"
	"$B/gen/tapes" "$SEED" "$2" $(($2 * 12)) "$1" >"$1.whole" || exit 1
}

# sweep ARGUMENTS: leaves its status in $status, its output in $tmp/told and $tmp/said
sweep()
{
	$shell "$top/scripts/sweep" "$@" >"$tmp/told" 2>"$tmp/said"
	status=$?
}

# settled ARGUMENTS: the same, when what a killed sweep has left behind has ended
settled()
{
	while sweep "$@" && grep -q 'another sweep' "$tmp/said"; do
		sleep 0.05
	done
}

# ends STATUS [PATTERN]: the last sweep did, and said one line that fits, or nothing
ends()
{
	[ "$status" -eq "$1" ] || { echo "status $status"; return 1; }
	if [ $# -gt 1 ]; then
		[ "$(wc -l <"$tmp/said")" -eq 1 ] && grep -q "^sweep: $2\$" "$tmp/said"
	else
		[ ! -s "$tmp/said" ]
	fi
}

# published OUTPUT: what it holds, but for the one number of the ledger that depends on the clock
published()
(
	cd "$1" || exit
	find . -type f \( -path './.sweep/steps/*' -o ! -path './.sweep/*' \) ! -name 'ledger*' ! -name inputs \
	    -exec cksum {} + | sort
	cat .sweep/steps/*/ledger ledger.jsonl | sed 's/,"buffer_waits":[0-9]*//'
)

# same OUTPUT WANTED: nothing is missing, nothing there twice, nothing left over
same()
{
	published "$1" >"$tmp/got"
	published "$2" >"$tmp/wanted"
	grep -q '/carry$' "$tmp/got" && cmp "$tmp/got" "$tmp/wanted" && [ -z "$(find "$1/.sweep" -name 'new.*')" ]
}

# begun OUTPUT WANTED: what is there is as it should be, and of published steps only
begun()
{
	(cd "$1" && find . -path './.sweep/steps/*/*' -name carry -o ! -path './.sweep/*' -name '0*') >"$tmp/there"
	while read -r file; do
		cmp "$1/$file" "$2/$file" || return 1
		number=${file#./}
		case $number in
		0*)	[ -d "$1/.sweep/steps/${number%%-*}" ] || { echo "$file: too early"; return 1; } ;;
		esac
	done <"$tmp/there"
}

# whole OUTPUT ARCHIVE: the outputs together are all records of the archive
whole()
{
	cat "$1"/*.gtf | cmp - "$2.whole"
}

# steps OUTPUT N: so many have been done
steps()
{
	[ "$(find "$1" -path '*/.sweep/steps/*/status' | wc -l)" -eq "$2" ]
}

# empty FOLDER: makes it anew
empty()
{
	rm -rf "$1"
	mkdir "$1"
}

# start ARGUMENTS: a sweep in the background, in a process group of its own; $pid
start()
{
	# a program and its options
	# shellcheck disable=SC2086
	setsid $shell "$top/scripts/sweep" "$@" >"$tmp/told" 2>"$tmp/said" &
	pid=$!
}

# finish: waits for it
finish()
{
	wait "$pid" 2>/dev/null
	status=$?
}

# counting PROGRAM ...: a folder for PATH where these count their calls in $tmp/calls, and kill the sweep before call $KILL
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

# killed KILL ARGUMENTS: a sweep that is killed before that call of a program
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

# tapes.sh - what tests of scripts that work through tapes share: tapes, runs in the background, ways to kill
#
# Sourced in the top folder, instead of check.sh, by the suite that has the name of the script.  In the environment, SEED
# repeats what is thrown, and SCRIPT_SHELL is another shell than sh.
# shellcheck shell=sh
room=/dev/shm
. tests/lib/check.sh
shell=${SCRIPT_SHELL:-sh} script=$top/scripts/$self
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

# run ARGUMENTS: the script; leaves its status in $status, its output in $tmp/told and $tmp/err
run()
{
	# a program and its options
	# shellcheck disable=SC2086
	$shell "$script" ${way:+--with=$way --wait} "$@" >"$tmp/told" 2>"$tmp/err" </dev/null
	status=$?
}

# start ARGUMENTS: the same in the background, in a process group of its own; $pid
start()
{
	# shellcheck disable=SC2086
	setsid $shell "$script" ${way:+--with=$way --wait} "$@" >"$tmp/told" 2>"$tmp/err" </dev/null &
	pid=$!
}

# finish: waits for it
finish()
{
	wait "$pid" 2>/dev/null
	status=$?
}

# counting PROGRAM ...: a folder for PATH where these count their calls in $tmp/calls, and kill the script before call $KILL
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

# killed KILL ARGUMENTS: the script is killed before that call of a program
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

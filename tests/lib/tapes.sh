# tapes.sh - what tests of scripts that work through tapes share: tapes, runs in the background, ways to kill
#
# Sourced in the top folder, instead of command.sh.  In the environment, SEED repeats what is thrown.
# shellcheck shell=sh
room=/dev/shm
. tests/lib/command.sh
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

# killed_soon N ARGUMENTS: the script is killed within N hundredths of a second, and mostly all that it has started, too;
# status 0 if there still was something to kill
killed_soon()
{
	throw "$1"
	moment=$thrown
	shift
	start "$@"
	sleep 0.$((moment / 10))$((moment % 10))
	throw 3
	[ $thrown -eq 0 ] || pid=-$pid
	kill -9 $pid 2>/dev/null
	hit=$?
	pid=${pid#-}
	finish
	return $hit
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

# name_oddly TAPES FOLDER: copies of tapes 1 to 8 with blanks and signs in their names, in sets, and what is none
name_oddly()
{
	mkdir -p "$2/b" "$2/.hidden"
	cp "$1/tape01.vb" "$2/a 9.vb"
	cp "$1/tape02.vb.gz" "$2/a 10.vb.gz"
	cp "$1/tape03.aws" "$2/b/v.1.ext"
	cp "$1/tape04.vb" "$2/b/v.2.ext"
	cp "$1/tape05.vb.gz" "$2/b/v.03.ext"
	cp "$1/tape06.aws" "$2/b/v.5.ext"
	cp "$1/tape07.vb" "$2/"'c "\é%d.2026.1.ext'
	cp "$1/tape08.vb.gz" "$2/"'c "\é%d.2026.2.ext'
	echo x >"$2/.hidden/x"
	echo x >"$2/.x"
	echo x >"$2/x.txt"
}

# archive FOLDER ...: all that is in them, and when it was changed
archive()
{
	find "$@" -type f -exec cksum {} + -exec stat -c '%n %y' {} + | sort
}

# refuses: on standard input a pattern behind "# ", and in the next lines arguments with which the script ends with
# status 1 and says that
refuses()
{
	while read -r args; do
		case $args in '#'*) wanted=${args#'# '}; continue ;; esac
		eval "run $args"
		ok "$self $args" ends 1 "$wanted"
	done
}

# test_common: what all these scripts refuse, and what they say of themselves; $tmp/3 holds tapes, $tmp/empty nothing
test_common()
{
	refuses <<-'END'
	# there is no option -x; try --help
	-x "$tmp/3" "$tmp/out"
	# needs an ARCHIVE and an OUTPUT; try --help
	"$tmp/3"
	# "c" is one argument too many; try --help
	"$tmp/3" "$tmp/out" c
	# --to needs an argument; try --help
	"$tmp/3" "$tmp/out" --to
	# --to: no such output format; try --help
	"$tmp/3" "$tmp/out" --to=../x
	# "DB2A" is no option of db2gtf .*; try --help
	"$tmp/3" "$tmp/out" -- -s DB2A
	# OUTPUT must not be inside ARCHIVE: outputs would become inputs
	"$tmp" "$tmp/out"
	# ARCHIVE is no folder: .*/none
	"$tmp/none" "$tmp/out"
	# there is nothing in .*/empty (is it mounted?)
	"$tmp/empty" "$tmp/out"
	# OUTPUT is no folder: .*/none
	"$tmp/3" "$tmp/none"
	END
	DB2GTF=nowhere
	run "$tmp/3" "$tmp/out"
	ok 'no db2gtf' ends 1 'there is no nowhere; let DB2GTF name it'
	unfake
	test_command
}

#!/bin/sh
# spread.sh - tests of scripts/spread: the records are those of one run, whoever runs the tasks and whatever ends them
#
# usage: tests/spread.sh [slurm]
#
# With xargs, and with GNU parallel where there is one.  "slurm" is the long form: it starts a Slurm of two nodes (as
# root, with munge), tests with all three, and kills much more often; some minutes.  In the environment, SEED repeats a
# run, SCRIPT_SHELL is another shell than sh, and QUICK=1 leaves out all that does not depend on how db2gtf was built.
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib/slurm.sh
# shellcheck disable=SC2016 # it is for that shell, which waits for whatever is left without a parent
[ "${1-}" != slurm ] || slurm_alone sh -c 'sh tests/spread.sh slurm; exit $?'
. tests/lib/spread.sh
trap 'slurm_stop; rm -rf "$tmp"' EXIT
form=${1:-short} ways=xargs
[ -z "${QUICK:-}" ] || form=quick
if [ "$form" != quick ] && parallel --version 2>/dev/null </dev/null | grep -q '^GNU parallel'; then
	ways='xargs parallel'
fi

# What is in $tmp/40 is done in one run, in turn in each way.
test_same()
{
	empty "$tmp/$way"
	spread -v "$tmp/40" "$tmp/$way"
	ok 'says nothing when all is well' ends 0
	ok 'but with -v' [ "$(tail -n 1 "$tmp/told")" = 'spread: 40 tapes done' ]
	ok 'the records of one run' whole "$tmp/$way" "$tmp/one"
	ok 'the same as with xargs' same "$tmp/$way" "$tmp/xargs"
	ok 'tapes end within records' [ "$(find "$tmp/$way/.spread/tapes" -name '*.carry' -size +0 | wc -l)" -gt 20 ]
	find "$tmp/$way" -type f -exec stat -c '%n %y' {} + | grep -v '/plan\|/settings\|/todo\|/lock' | sort >"$tmp/before"
	spread "$tmp/40" "$tmp/$way"
	ok 'again' ends 0
	find "$tmp/$way" -type f -exec stat -c '%n %y' {} + | grep -v '/plan\|/settings\|/todo\|/lock' | sort >"$tmp/after"
	ok 'again: nothing is done' cmp "$tmp/before" "$tmp/after"
}

test_ledger()
{
	ledger=$tmp/xargs/ledger.jsonl
	ok 'a line each' [ "$(grep -c '^{"task":".*}$' "$ledger")" -eq 41 ]
	sed 's/{"task":"\([^"]*\).*/\1/' "$ledger" | head -n 40 | sed 's/.[a-z].*//' | sort -c
	ok 'the leftovers last' grep -q '^{"task":"leftovers","output":"leftovers.gtf","damaged":false,"tapes":40,' "$ledger"
	sum=$(sed 's/.*"written":\([0-9]*\).*/\1/' "$ledger" | awk '{ n += $1 } END { print n }')
	ok 'the sum of all' [ "$sum" -eq 480 ]
	ok 'none is damaged' [ "$(grep -c '"damaged":false,' "$ledger")" -eq 41 ]
	if command -v jq >/dev/null; then
		ok 'is JSON' [ "$(jq -s 'map(.ledger.written) | add' "$ledger")" = 480 ]
	fi
}

# A task is killed; the next spread does it, and no other, again.
test_task()
{
	for victim in program task; do
		fake_hold tape07
		empty "$tmp/out"
		start "$tmp/12" "$tmp/out"
		ok "$victim is killed" held
		if [ $victim = program ]; then
			reason='db2gtf ended with status 137'
			kill -9 "$program"
		else
			reason='it did not finish'
			kill -9 "$task"
		fi
		finish
		: >"$tmp/go"
		ok "$victim is killed: is told" ends 1 "1 of 12 tapes not done: tape07.vb ($reason); the next spread .*"
		ok "$victim is killed: all others" done_tapes "$tmp/out" 11
		ok "$victim is killed: what is there" begun "$tmp/out" "$tmp/12.out"
		ok "$victim is killed: no more" [ -z "$(cd "$tmp/out" && ls -d tape07* leftovers* 2>/dev/null)" ]
		rm -f "$tmp/runs"
		fake "echo \"\$*\" >>'$tmp/runs'"
		settled "$tmp/12" "$tmp/out"
		ok "$victim is killed: the next" ends 0
		ok "$victim is killed: the same" same "$tmp/out" "$tmp/12.out"
		ok "$victim is killed: its tape, and the leftovers" [ "$(grep -c 'tape07.vb$' "$tmp/runs") $(grep -c \
		    -e --from=vb "$tmp/runs") $(wc -l <"$tmp/runs")" = '1 1 2' ]
		unfake
	done
}

# Kills of all that there is at random times, now and then only of the shell itself, until so many have hit.
test_kill()
{
	left=$1
	empty "$tmp/out"
	while [ "$left" -gt 0 ]; do
		killed_soon 50 "$tmp/12" "$tmp/out" && left=$((left - 1))
		ok 'killed' begun "$tmp/out" "$tmp/12.out"
		if [ $status -eq 0 ]; then
			ok 'killed and gone on' same "$tmp/out" "$tmp/12.out"
			empty "$tmp/out"
		fi
	done
	settled "$tmp/12" "$tmp/out"
	ok 'killed and gone on' ends 0
	ok 'killed and gone on: the same' same "$tmp/out" "$tmp/12.out"
}

# test_kill_calls N PROGRAM ...: kills before N of the calls of these
test_kill_calls()
{
	points=$1
	shift
	counting "$@"
	empty "$tmp/out"
	killed 0 -j1 "$tmp/3" "$tmp/out"
	ok 'not killed' same "$tmp/out" "$tmp/3.out"
	read -r calls <"$tmp/calls"
	ok 'calls are counted' [ "$calls" -gt 10 ]
	stride=$((calls / points))
	[ $stride -gt 0 ] || stride=1
	throw $stride
	n=$thrown
	while n=$((n + stride)) && [ $n -le "$calls" ]; do
		empty "$tmp/out"
		killed $n -j1 "$tmp/3" "$tmp/out"
		ok "state before call $n" begun "$tmp/out" "$tmp/3.out"
		settled "$tmp/3" "$tmp/out"
		ok "killed before call $n" ends 0
		ok "killed before call $n: the same" same "$tmp/out" "$tmp/3.out"
	done
}

# A tape is lost, one is cut, one is none: what can be had is what one run has.
test_damage()
{
	empty "$tmp/out"
	cp -a "$tmp/12" "$tmp/in"
	rm "$tmp/in/tape04.vb"
	"$DB2GTF" -q -t gtf --rejects="$tmp/one.rejects" "$tmp"/in/* >"$tmp/one.lost"
	spread "$tmp/in" "$tmp/out"
	ok 'a tape is lost' ends 2 '11 tapes done, with damage or incomplete records (see messages of leftovers)'
	ok 'a tape is lost: the records' whole "$tmp/out" "$tmp/one.lost"
	records "$tmp/one.rejects" | grep -v '^........0001ff' >"$tmp/wanted"
	records "$tmp/out/leftovers.rejects" | grep -v '^........0001ff' >"$tmp/got"
	ok 'a tape is lost: the rejects' cmp "$tmp/wanted" "$tmp/got"
	spread "$tmp/in" "$tmp/out"
	ok 'a tape is lost: told again' ends 2 '.*'
	cp -p "$tmp/12/tape04.vb" "$tmp/in/"
	spread "$tmp/in" "$tmp/out"
	ok 'a tape is found' ends 0
	ok 'a tape is found: the records' whole "$tmp/out" "$tmp/12.whole"
	ok 'a tape is found: the same' cmp "$tmp/out/leftovers.gtf" "$tmp/12.out/leftovers.gtf"
	ok 'a tape is found: no rejects' [ ! -s "$tmp/out/leftovers.rejects" ]

	head -c 3000 "$tmp/12/tape10.vb" >"$tmp/in/tape10.vb"
	"$DB2GTF" -q -t gtf "$tmp"/in/* >"$tmp/one.cut"
	spread "$tmp/in" "$tmp/out"
	ok 'a tape has changed' ends 2 '12 tapes done, with damage or .* (see messages of tape10.vb leftovers)'
	ok 'a tape has changed: the records' whole "$tmp/out" "$tmp/one.cut"
	ok 'a tape has changed: the ledger' grep -q '"tape10.vb.gtf","damaged":true,' "$tmp/out/ledger.jsonl"

	rm "$tmp/in/tape11.vb.gz"
	echo 'no trace at all' >"$tmp/in/tape11.vb"
	ln -s nowhere "$tmp/in/tape13.vb"
	empty "$tmp/out"
	spread "$tmp/in" "$tmp/out"
	ok 'none' ends 1 '2 of 13 tapes not done: tape11.vb (.*/tape11.vb: .*) tape13.vb (it has changed .*); the next .* --skip=NAME'
	spread "$tmp/in" "$tmp/out" -- --ssid=DB2A
	ok 'other options' ends 1 'other results in OUTPUT were made with other options (gtf )'
	spread "$tmp/in" "$tmp/out" --skip='tape1[13].vb'
	ok 'without them' ends 2 '.*'
	spread "$tmp/in" "$tmp/out" --skip='tape[0-9]*.vb'
	ok 'a tape is taken away' ends 1 'tape01.vb has been worked on, and is no tape any more (.*)'
	rm -rf "$tmp/in"
}

# What the leftovers are made from is changed behind the back of spread.
test_sums()
{
	cp -a "$tmp/12.out" "$tmp/out2"
	rm "$tmp/out2/.spread/leftovers.done"
	: >"$tmp/out2/.spread/tapes/tape05.vb.gz.rejects"
	spread "$tmp/12" "$tmp/out2"
	ok 'leftovers are lost' ends 1 'all tapes done, but not the leftovers (the tapes have left other segments .*)'
	rm -rf "$tmp/out2"
	empty "$tmp/out"
	fake 'case $* in *--from=vb*) kill -9 $$ ;; esac'
	spread "$tmp/12" "$tmp/out"
	ok 'the leftovers are killed' ends 1 'all tapes done, but not the leftovers (db2gtf ended with status 137)'
	unfake
	spread "$tmp/12" "$tmp/out"
	ok 'the leftovers are killed: the next' same "$tmp/out" "$tmp/12.out"
}

# Names of all kinds, sets of volumes, and more leftovers than fit into the arguments of a program.
test_names()
{
	long=$(printf '%0240d' 0)
	mkdir -p "$tmp/in/b/$long" "$tmp/$long/$long/$long/$long/$long/$long"
	name_oddly "$tmp/12" "$tmp/in"
	for tape in 09.aws 10.vb 11.vb.gz 12.aws; do
		cp "$tmp/12/tape$tape" "$tmp/in/c$tape"
	done
	empty "$tmp/out"
	spread --dry-run --skip '*.txt' "$tmp/in" "$tmp/out"
	ok 'what is to be done' ends 0
	cat >"$tmp/wanted" <<-'END'
	a 9.vb
	a 10.vb.gz
	b/v.1.ext
	b/v.5.ext
	c "\é%d.2026.1.ext
	c "\é%d.2026.2.ext
	c09.aws
	c10.vb
	c11.vb.gz
	c12.aws
	END
	ok 'names in order' diff "$tmp/told" "$tmp/wanted"
	for out in "$tmp/out" "$tmp/$long/$long/$long/$long/$long/$long"; do
		[ "$way" != slurm ] || out=$tmp/out
		spread --skip '*.txt' "$tmp/in" "$out"
		ok 'names' ends 0
		ok 'names: the records' whole "$out" "$tmp/12.whole"
		ok 'names: a set is one' [ -f "$out/b/v.1.ext.gtf" ] && [ ! -e "$out/b/v.2.ext.gtf" ]
	done
	ok 'names: the ledger is text' iconv -f UTF-8 -t UTF-8 "$out/ledger.jsonl"
	grep -q '^{"task":"c .."\\\\é%d.2026.1.ext","output":"c .."\\\\é%d.2026.1.ext.gtf"' "$out/ledger.jsonl"
	: >"$tmp/in/leftovers"
	spread --skip '*.txt' "$tmp/in" "$tmp/out"
	ok 'a tape called leftovers' ends 1 'a tape must not be named "leftovers"'
	mv "$tmp/in/leftovers" "$tmp/in/new
line"
	spread "$tmp/in" "$tmp/out"
	ok 'control characters' ends 1 'a name in ARCHIVE has control characters: ./new?line'
	rm -rf "$tmp/in" "${tmp:?}/$long"
}

# Two at once: the first waits in db2gtf until the second has come and gone.
test_two()
{
	empty "$tmp/out"
	fake_hold tape02
	start "$tmp/3" "$tmp/out"
	ok 'first of two' held
	first=$pid
	spread "$tmp/3" "$tmp/out"
	ok 'second of two' ends 1 'another spread is at work on .*'
	: >"$tmp/go"
	pid=$first
	finish
	ok 'first of two' [ $status -eq 0 ]
	ok 'first of two: the same' same "$tmp/out" "$tmp/3.out"
	unfake
}

test_options()
{
	empty "$tmp/out"
	spread -z -tjson "$tmp/3" "$tmp/out" -- --ssid=NONE
	ok 'compressed' ends 0
	ok 'compressed: no records are wanted' [ "$(gzip -dc "$tmp"/out/*.json.gz | wc -c)" -eq 0 ]
	ok 'compressed: a file each' [ "$(find "$tmp/out" -name '*.json.gz' | wc -l)" -eq 4 ]
	way='xargs'
	refuses <<-'END'
	# 3 of 3 tapes not done: .* (.*no such output format.*
	"$tmp/3" "$tmp/4" --to=x
	# -j: not a number of tasks; try --help
	-j0 "$tmp/3" "$tmp/out"
	# --with: not xargs, parallel or slurm; try --help
	--with=make "$tmp/3" "$tmp/out"
	# --hosts goes with --with=parallel; try --help
	--hosts=: "$tmp/3" "$tmp/out"
	# --sbatch goes with --with=slurm; try --help
	--sbatch --mem=1G "$tmp/3" "$tmp/out"
	# --merge is for files that were written in parallel, and tapes are read apart; try --help
	"$tmp/3" "$tmp/out" -- --merge
	# there are no tapes in ARCHIVE
	"$tmp/3" "$tmp/4" --to=x --only=none
	END
	test_common
}

# Relative names and other folders; other shells.
test_shells()
{
	common=$shell
	for shell in dash bash 'busybox sh' ksh mksh yash; do
		command -v "${shell%% *}" >/dev/null || continue
		empty "$tmp/out"
		cd "$tmp" || exit
		spread 3 out
		cd "$top" || exit
		ok "$shell" ends 0
		ok "$shell: the same" same "$tmp/out" "$tmp/3.out"
	done
	shell=$common
}

# Other machines, or what GNU parallel takes for such.
test_hosts()
{
	cat >"$tmp/ssh" <<-'END'
	#!/bin/sh
	while [ "$1" != far ]; do
		shift
	done
	shift
	[ "$1" != -- ] || shift
	cd / && exec sh -c "$*"
	END
	chmod +x "$tmp/ssh"
	fake "echo \$PARALLEL_SSHHOST >>'$tmp/machines'"
	common=$shell
	mkdir -p "$tmp/home/.parallel"
	echo --dry-run >"$tmp/home/.parallel/config"
	for from in '' 'env -u SHELL -u HOME ' 'env SHELL=/bin/false ' "env HOME=$tmp/home "; do
		empty "$tmp/out"
		rm -f "$tmp/machines"
		shell=$from$common
		spread -j1 --hosts="2/$tmp/ssh far,1/:" "$tmp/12" "$tmp/out"
		ok "${from}other machines" ends 0
		ok "${from}other machines: the same" same "$tmp/out" "$tmp/12.out"
		ok "${from}other machines: it was there" grep -q far "$tmp/machines"
	done
	shell=$common
	unfake
}

# An array of at most 15 tasks; a job that is queued again while a task of it runs; one that is cancelled.
test_jobs()
{
	fake_hold tape02
	empty "$tmp/out"
	start "$tmp/3" "$tmp/out"
	ok 'held' held
	scripts/spread "$tmp/3" "$tmp/out" 2>"$tmp/err" </dev/null
	status=$?
	ok 'a job is at work' ends 1 'another spread is at work on .*'
	kill "$pid"
	finish
	while scripts/spread "$tmp/3" "$tmp/out" 2>"$tmp/err" </dev/null; status=$?; grep -q 'another' "$tmp/err"; do
		sleep 0.1
	done
	ok 'a job is still at work' ends 1 'a job of Slurm is at work on .*'
	job=$(squeue -h -t R -o %F | head -n 1)
	scontrol requeue "$job"
	spread "$tmp/3" "$tmp/out"
	ok 'queued again' ends 0
	ok 'queued again: the same' same "$tmp/out" "$tmp/3.out"

	fake_hold tape02
	empty "$tmp/out"
	start "$tmp/3" "$tmp/out"
	ok 'held' held
	for job in $(squeue -h -o %F | sort -u); do
		scancel "$job"
	done
	finish
	ok 'cancelled' ends 1 '.* not done:.* tape02.vb.gz (it did not finish).*'
	unfake
	spread --sbatch='--time=2 --comment=x' --sbatch --nice=5 -j 2 "$tmp/3" "$tmp/out"
	ok 'cancelled: the next' same "$tmp/out" "$tmp/3.out"

	empty "$tmp/out"
	spread --sbatch=--partition=none "$tmp/3" "$tmp/out"
	ok 'no such partition' ends 1 'sbatch: .*Invalid partition.*'
	DB2GTF=$B/db2gtf scripts/spread --with=slurm "$tmp/3" "$tmp/out" >"$tmp/told" 2>"$tmp/err" </dev/null
	status=$?
	ok 'not waited for' ends 0
	ok 'not waited for: numbers' grep -q '^spread: Slurm has job [0-9]* for the tapes and job [0-9]* for the left' "$tmp/told"
	spread "$tmp/3" "$tmp/out"
	ok 'waited for' same "$tmp/out" "$tmp/3.out"
}

mkdir "$tmp/empty" "$tmp/4"
tapes "$tmp/40" 40
tapes "$tmp/12" 12
tapes "$tmp/3" 3
archive "$tmp/40" "$tmp/12" "$tmp/3" >"$tmp/archive"
"$DB2GTF" -t gtf "$tmp"/40/* >"$tmp/one"
for n in 3 12; do
	empty "$tmp/$n.out"
	spread "$tmp/$n" "$tmp/$n.out"
	ok "$n tapes" whole "$tmp/$n.out" "$tmp/$n.whole"
done
if [ "$form" = slurm ]; then
	ways="$ways slurm"
	if ! slurm_start "$tmp/cluster"; then
		tally 1 'there is no Slurm that runs here'
		summary
		exit
	fi
fi
for way in $ways; do
	test_same
	test_task
done
way='xargs'
test_ledger
if [ "$form" = slurm ]; then
	way=slurm
	test_jobs
	for way in $ways; do
		test_names
		test_damage
	done
	way='xargs'
	test_kill 60
	test_kill_calls 1000 mv rm mktemp mkdir sync cat
	way=parallel
	test_kill 30
	way='xargs'
	test_sums
	test_two
	test_options
	test_shells
elif [ "$form" = short ]; then
	test_names
	test_damage
	test_kill 2
	test_kill_calls 3 mv
	test_sums
	test_two
	test_options
	test_shells
fi
case $ways in *parallel*) way=parallel; test_hosts ;; esac
archive "$tmp/40" "$tmp/12" "$tmp/3" >"$tmp/archive.end"
ok 'the archive is as it was' cmp "$tmp/archive" "$tmp/archive.end"
summary

#!/bin/sh
# sweep.sh - tests of scripts/sweep: nothing is lost and nothing done twice, whatever ends it
#
# usage: tests/sweep.sh [long]
#
# "long" kills 200 times at random and before every call of a program, and fills a disk in every possible way; it takes
# some minutes.  In the environment, SEED repeats a run, and SCRIPT_SHELL is another shell than sh.
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib/sweep.sh
long=${1:-short}

test_plain()
{
	tapes "$tmp/20" 20
	empty "$tmp/20.out"
	"$DB2GTF" -t gtf "$tmp"/20/* >"$tmp/one"
	ok 'the tapes in one run' cmp "$tmp/one" "$tmp/20.whole"
	sweep "$tmp/20" "$tmp/20.out"
	ok 'says nothing when all is well' ends 0
	ok 'is one trace' whole "$tmp/20.out" "$tmp/20"
	ok 'a step each' steps "$tmp/20.out" 20
	ok 'a line of the ledger each' [ "$(grep -c '^{"step":.*}$' "$tmp/20.out/ledger.jsonl")" -eq 20 ]
	ok 'a rejects file each' [ "$(find "$tmp/20.out" -name '*.rejects' | wc -l)" -eq 20 ]
	ok 'tapes end within records' [ "$(find "$tmp/20.out/.sweep/steps" -name carry -size +0 | wc -l)" -gt 10 ]
	cp -a "$tmp/20.out" "$tmp/before"
	sweep -v "$tmp/20" "$tmp/20.out"
	ok 'does nothing again' ends 0
	ok 'and says so' [ "$(cat "$tmp/told")" = 'sweep: 0 files done' ]
	ok 'changes nothing' same "$tmp/20.out" "$tmp/before"
	rm -rf "$tmp/before"

	tapes "$tmp/3" 3
	empty "$tmp/3.out"
	sweep "$tmp/3" "$tmp/3.out"
	common=$shell
	for shell in dash bash 'busybox sh' ksh mksh yash; do
		command -v "${shell%% *}" >/dev/null || continue
		empty "$tmp/out"
		sweep -v "$tmp/3" "$tmp/out"
		ok "$shell" ends 0
		ok "$shell: the same" same "$tmp/out" "$tmp/3.out"
		ok "$shell: speaks" [ "$(tail -n 1 "$tmp/told")" = 'sweep: 3 files done' ]
	done
	shell=$common
}

# Kills at random times, now and then only the shell itself, until so many have hit.
test_kill()
{
	left=$1
	empty "$tmp/out"
	while [ "$left" -gt 0 ]; do
		killed_soon 60 "$tmp/20" "$tmp/out" && left=$((left - 1))
		if [ $status -eq 0 ] && ! grep -q another "$tmp/err"; then
			ok 'killed and gone on' same "$tmp/out" "$tmp/20.out"
			empty "$tmp/out"
		fi
	done
	settled "$tmp/20" "$tmp/out"
	ok 'killed and gone on' ends 0
	ok 'the same' same "$tmp/out" "$tmp/20.out"
}

# test_kill_calls N PROGRAM ...: three tapes, of which the second is damaged; kills before every call of one of these, or
# before N of the calls.
test_kill_calls()
{
	points=$1
	shift
	cp -a "$tmp/3" "$tmp/cut"
	gzip -dc "$tmp/cut/tape02.vb.gz" | head -c 3000 >"$tmp/cut/tape02.vb"
	rm "$tmp/cut/tape02.vb.gz"
	empty "$tmp/cut.out"
	counting "$@"
	killed 0 "$tmp/cut" "$tmp/cut.out"
	read -r calls <"$tmp/calls"
	summary='3 files done, [12] with damage or incomplete records (see messages of 000002-tape02.vb.*)'
	ok 'damage' ends 2 "$summary"
	ok 'has messages' grep -q '^db2gtf: .*tape02.vb: ' "$tmp/cut.out/000002-tape02.vb.messages"
	ok 'not before' [ ! -e "$tmp/cut.out/000001-tape01.vb.messages" ]
	sweep "$tmp/cut" "$tmp/cut.out"
	ok 'damage is told once' ends 0
	stride=$((calls / points))
	[ $stride -gt 0 ] || stride=1
	throw $stride
	n=$thrown
	while n=$((n + stride)) && [ $n -le "$calls" ]; do
		empty "$tmp/out"
		killed $n "$tmp/cut" "$tmp/out"
		ok "state before call $n" begun "$tmp/out" "$tmp/cut.out"
		cp "$tmp/err" "$tmp/err.first"
		settled "$tmp/cut" "$tmp/out"
		ok "killed before call $n" same "$tmp/out" "$tmp/cut.out"
		ok "told after call $n" grep -q damage "$tmp/err" "$tmp/err.first"
	done
}

# full WANTED-WORDS: a sweep that had too little room, or just enough, has left things as they should be
full()
{
	if [ "$status" -ne 0 ]; then
		ok "$1: $limit" ends 1 '.*'
		hit=$((hit + 1))
	else
		ok "$1: $limit" ends 0
	fi
	ok "$1: $limit: the state" begun "$2" "$tmp/3.out"
}

test_full()
{
	hit=0
	for limit in 0 2 8 16 24 32; do
		empty "$tmp/out"
		(
			trap '' XFSZ
			ulimit -f $limit
			exec $shell scripts/sweep "$tmp/3" "$tmp/out" 2>&1 >/dev/null
		) | cat >"$tmp/err"
		status=$([ -s "$tmp/err" ] && echo 1 || echo 0)
		full 'files too large' "$tmp/out"
		sweep "$tmp/3" "$tmp/out"
		ok "$limit: goes on" ends 0
		ok "$limit: the same" same "$tmp/out" "$tmp/3.out"
	done
	ok 'files too large' [ $hit -gt 2 ]
}

# test_disk OPTION FROM TO STEP: a file system with room for so much
test_disk()
{
	mkdir -p "$tmp/disk"
	hit=0 limit=$2
	while [ "$limit" -le "$3" ]; do
		if ! mount -t tmpfs -o "$1=$limit${5:-}" tmpfs "$tmp/disk" 2>/dev/null; then
			echo 'sweep: full disks not tried: they need root'
			return
		fi
		sweep "$tmp/3" "$tmp/disk"
		full "disk with $1" "$tmp/disk"
		mount -o "remount,$1=10000k" "$tmp/disk"
		sweep "$tmp/3" "$tmp/disk"
		ok "$1 $limit: goes on" ends 0
		ok "$1 $limit: the same" same "$tmp/disk" "$tmp/3.out"
		umount "$tmp/disk"
		limit=$((limit + $4))
	done
	ok "disk with $1 was full" [ $hit -gt 4 ]
}

test_streams()
{
	empty "$tmp/out"
	$shell scripts/sweep "$tmp/3" "$tmp/out" 2>"$tmp/err" >&-
	status=$?
	ok 'closed output' ends 1 'standard output is closed'
	ok 'closed output: nothing is done' [ -z "$(ls -A "$tmp/out")" ]
	$shell scripts/sweep "$tmp/3" "$tmp/out" 2>"$tmp/err" <&-
	status=$?
	ok 'closed input' ends 0
	ok 'closed input: the same' same "$tmp/out" "$tmp/3.out"
	[ -c /dev/full ] || return
	empty "$tmp/out"
	$shell scripts/sweep -v "$tmp/3" "$tmp/out" 2>"$tmp/err" >/dev/full
	status=$?
	ok 'full output' ends 1 'cannot write to standard output'
	ok 'full output: all is done' same "$tmp/out" "$tmp/3.out"
}

test_unreadable()
{
	empty "$tmp/out"
	cp -a "$tmp/3" "$tmp/in"
	mv "$tmp/in/tape02.vb.gz" "$tmp/hidden"
	ln -s nowhere "$tmp/in/tape02.vb.gz"
	for time in first second; do
		sweep "$tmp/in" "$tmp/out"
		ok "$time time" ends 1 '.*stopped at tape02.vb.gz (it cannot be read); the next sweep tries it again, or leaves .*--skip=NAME'
		ok "$time time: done" steps "$tmp/out" 1
		ok "$time time: the state" begun "$tmp/out" "$tmp/3.out"
	done
	rm "$tmp/in/tape02.vb.gz"
	echo 'no trace at all' >"$tmp/in/tape02.vb.gz"
	sweep "$tmp/in" "$tmp/out"
	ok 'no trace' ends 1 'nothing done, stopped at tape02.vb.gz (.*in/tape02.vb.gz: .*); the next .*'
	ok 'no trace: the state' begun "$tmp/out" "$tmp/3.out"
	mv "$tmp/hidden" "$tmp/in/tape02.vb.gz"
	sweep "$tmp/in" "$tmp/out"
	ok 'repaired' ends 0
	ok 'repaired: the same' same "$tmp/out" "$tmp/3.out"

	empty "$tmp/out"
	# shellcheck disable=SC2016
	fake 'kill -9 $$'
	sweep "$tmp/3" "$tmp/out"
	ok 'db2gtf is killed' ends 1 'nothing done, stopped at tape01.vb (db2gtf ended with status 137); .*'
	fake "case \$* in *tape02*) echo >>'$tmp/in/tape02.vb.gz' ;; esac"
	sweep "$tmp/in" "$tmp/out"
	ok 'changes' ends 1 '1 file done, stopped at tape02.vb.gz (it changed while it was read); .*'
	ok 'changes: the state' begun "$tmp/out" "$tmp/3.out"
	unfake
	sweep "$tmp/3" "$tmp/out"
	ok 'and goes on' same "$tmp/out" "$tmp/3.out"
	sweep "$tmp/3" "$tmp/out" -- --help
	ok 'nothing to do' ends 0
	empty "$tmp/out"
	sweep "$tmp/3" "$tmp/out" -- --help
	ok 'another run than wanted' ends 1 '.*(db2gtf did not write all its files and a report).*'
	rm -rf "$tmp/in"
}

# hold: starts one that waits in db2gtf until there is $tmp/go, or for four seconds
hold()
{
	empty "$tmp/out"
	fake "for i in 1 2 3 4 5 6 7 8; do : >'$tmp/here'; [ -e '$tmp/go' ] || sleep 0.5; done"
	rm -f "$tmp/go" "$tmp/here"
	start "$tmp/3" "$tmp/out"
	while [ ! -e "$tmp/here" ] && kill -0 "$pid" 2>/dev/null; do
		sleep 0.05
	done
}

# Two at once: the first waits in db2gtf until the second has come and gone.
test_two()
{
	hold
	first=$pid
	sweep "$tmp/3" "$tmp/out"
	ok "second of two$1" ends 0 'another sweep is at work on .*'
	ok "second of two$1: nothing is done" steps "$tmp/out" 0
	: >"$tmp/go"
	pid=$first
	finish
	ok "first of two$1" [ $status -eq 0 ]
	ok "first of two$1: the same" same "$tmp/out" "$tmp/3.out"
	unfake
}

# What a killed sweep has started still works when the next one comes.
test_orphan()
{
	hold
	kill -9 "$pid"
	finish
	unfake
	sweep "$tmp/3" "$tmp/out"
	ok 'orphan' ends 0 'another sweep is at work on .*'
	: >"$tmp/go"
	settled "$tmp/3" "$tmp/out"
	ok 'orphan: gone on' ends 0
	ok 'orphan: the same' same "$tmp/out" "$tmp/3.out"
}

test_no_flock()
{
	empty "$tmp/bin"
	for program in awk cat chmod cksum cmp cp cut date dirname find grep head iconv ln ls mkdir mktemp mv readlink rm \
	    rmdir sed setsid sh "${shell%% *}" sha256sum sleep sort stat sync tail touch tr uname wc xargs; do
		ln -sf "$(command -v "$program")" "$tmp/bin/$program"
	done
	# mksh has none of its own
	env=$(command -v env)
	ln -sf "${env%/*}/printf" "$tmp/bin/"
	# a subshell had a PATH of its own
	# shellcheck disable=SC2031
	path=$PATH PATH=$tmp/bin
	test_two ' without flock'
	ok 'the link is gone' [ ! -L "$tmp/out/.sweep/lock.link" ]

	empty "$tmp/out"
	fake 'kill -9 0'
	start "$tmp/3" "$tmp/out"
	finish
	unfake
	ok 'a dead link' [ -L "$tmp/out/.sweep/lock.link" ]
	mkdir "$tmp/out/.sweep/lock.break"
	sweep "$tmp/3" "$tmp/out"
	ok 'somebody else takes it over' ends 0 'another sweep is at work on .*remove .*lock.break)'
	rmdir "$tmp/out/.sweep/lock.break"
	sweep "$tmp/3" "$tmp/out"
	ok 'is taken over' ends 0
	ok 'is taken over: the same' same "$tmp/out" "$tmp/3.out"
	ln -s 1@elsewhere "$tmp/out/.sweep/lock.link"
	sweep "$tmp/3" "$tmp/out"
	ok 'another host' ends 0 'another sweep is at work on .* (1@elsewhere; .*)'
	PATH=$path
}

test_content()
{
	empty "$tmp/out"
	tapes "$tmp/in" 4
	sleep 2
	sweep --skip=tape04.vb "$tmp/in" "$tmp/out"
	ok 'three of four' steps "$tmp/out" 3
	mv "$tmp/in/tape01.vb" "$tmp/in/tape09.vb"
	cp "$tmp/in/tape02.vb.gz" "$tmp/in/tape10.vb.gz"
	touch "$tmp/in/tape03.aws"
	sweep --skip=tape04.vb "$tmp/in" "$tmp/out"
	ok 'new names' ends 0
	ok 'new names: nothing is done' steps "$tmp/out" 3
	ok 'no hash is made twice' [ "$(wc -l <"$tmp/out/.sweep/seen")" -gt 0 ]

	# the same name, length and time of last change, but other content
	cp -p "$tmp/in/tape04.vb" "$tmp/04"
	touch -r "$tmp/in/tape09.vb" "$tmp/04"
	cat "$tmp/04" >"$tmp/in/tape09.vb"
	touch -r "$tmp/04" "$tmp/in/tape09.vb"
	sweep --skip=tape04.vb "$tmp/in" "$tmp/out"
	ok 'other content' ends 0
	ok 'other content: done as new' steps "$tmp/out" 4
	ok 'other content: keeps the old' [ -s "$tmp/out/000001-tape01.vb.gtf" ]
	ok 'other content: has its own' [ -s "$tmp/out/000004-tape09.vb.gtf" ]
	ok 'other content: all' whole "$tmp/out" "$tmp/in"
	sweep "$tmp/in" "$tmp/out"
	ok 'done already' steps "$tmp/out" 4

	# results may be taken away
	rm "$tmp"/out/0*
	sweep "$tmp/in" "$tmp/out"
	ok 'taken away' ends 0
	ok 'taken away: nothing is done' [ "$(ls "$tmp/out")" = ledger.jsonl ]

	# a step taken back is done again
	rm -rf "$tmp/out/.sweep/steps/000004"
	sweep "$tmp/in" "$tmp/out"
	ok 'taken back' [ "$(ls "$tmp/out")" = "000004-tape04.vb.gtf
000004-tape04.vb.rejects
ledger.jsonl" ]
	rm -rf "$tmp/in"
}

test_order()
{
	empty "$tmp/out"
	empty "$tmp/in"
	tapes "$tmp/sets" 10
	name_oddly "$tmp/sets" "$tmp/in"
	sweep --skip '*.txt' "$tmp/in" "$tmp/out"
	ok 'order' ends 0
	sed 's/.*"inputs":\[\([^]]*\)\].*/\1/; s/,"sha256":"[^"]*"//g' "$tmp/out/ledger.jsonl" >"$tmp/names"
	cat >"$tmp/names.wanted" <<-'END'
	{"name":"a 9.vb"}
	{"name":"a 10.vb.gz"}
	{"name":"b/v.1.ext"},{"name":"b/v.2.ext"},{"name":"b/v.03.ext"}
	{"name":"b/v.5.ext"}
	{"name":"c \"\\é%d.2026.1.ext"}
	{"name":"c \"\\é%d.2026.2.ext"}
	END
	ok 'names and sets' diff "$tmp/names" "$tmp/names.wanted"
	ok 'a set is one output' [ -s "$tmp/out/000003-v.1.ext.gtf" ]
	cp "$tmp/sets/tape09.aws" "$tmp/in/b/v.4.ext"
	cp "$tmp/sets/tape10.vb" "$tmp/in/$(printf 'z\351 %0220d' 0)"
	sweep --skip '*.txt' "$tmp/in" "$tmp/out"
	ok 'a late volume' ends 0
	ok 'a late volume: all' whole "$tmp/out" "$tmp/sets"
	ok 'the ledger is text' iconv -f UTF-8 -t UTF-8 "$tmp/out/ledger.jsonl"
	if command -v jq >/dev/null; then
		ok 'the ledger is JSON' [ "$(jq -s 'map(.ledger.written) | add > 50' "$tmp/out/ledger.jsonl")" = true ]
	fi

	empty "$tmp/out"
	sweep --only='*.vb' --only='*.gz' "$tmp/in" "$tmp/out"
	ok 'only some' steps "$tmp/out" 2
	: >"$tmp/in/new
line"
	sweep "$tmp/in" "$tmp/out"
	ok 'control characters' ends 1 '.*a name in ARCHIVE has control characters: ./new?line'

	# in the summary a name is what it is
	empty "$tmp/in"
	empty "$tmp/out"
	head -c 3000 "$tmp/sets/tape01.vb" >"$tmp/in"/'a\c\tb.vb'
	sweep "$tmp/in" "$tmp/out"
	ok 'backslashes' ends 2 '1 file done, 1 with damage .*(see messages of 000001-a\\c\\tb.vb)'
	rm -rf "$tmp/in" "$tmp/sets" "$tmp/sets.whole"
}

test_options()
{
	empty "$tmp/out"
	sweep --settle=99999 "$tmp/3" "$tmp/out"
	ok 'just changed' ends 0
	ok 'just changed: nothing is done' steps "$tmp/out" 0
	sweep -z -t json "$tmp/3" "$tmp/out" -- --ssid=NONE
	ok 'compressed' ends 0
	ok 'compressed: no records are wanted' [ "$(gzip -dc "$tmp"/out/*.json.gz | wc -c)" -eq 0 ]
	ok 'compressed: a file each' [ "$(find "$tmp/out" -name '*.json.gz' | wc -l)" -eq 3 ]
	refuses <<-'END'
	# .*stopped at tape01.vb (.*no such output format.*
	"$tmp/3" "$tmp/4" --to=x
	# --settle: not a number of minutes; try --help
	--settle -1 "$tmp/3" "$tmp/out"
	END
	test_common
}

mkdir "$tmp/empty" "$tmp/4"
test_plain
archive "$tmp/20" "$tmp/3" >"$tmp/archive"
if [ "$long" = long ]; then
	test_kill 200
	test_kill_calls 10000 awk cat cmp cp cut date dirname find flock grep head iconv mkdir mktemp mv rm rmdir sed \
	    sha256sum sort stat sync tail touch tr wc xargs
	test_disk size 4 300 4 k
	test_disk nr_inodes 2 70 1
else
	test_kill 10
	test_kill_calls 5 mv
fi
test_full
test_streams
test_unreadable
test_two ''
test_orphan
test_no_flock
test_content
test_order
test_options
archive "$tmp/20" "$tmp/3" >"$tmp/archive.end"
ok 'the archive is as it was' cmp "$tmp/archive" "$tmp/archive.end"
summary

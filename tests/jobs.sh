#!/bin/sh
# jobs.sh - the same bytes, ledger and messages for any number of threads and any buffers; and what a pipe does to them
#
# usage: tests/jobs.sh [long]
#
# "long" tries every number of threads with every size of buffers; it takes a minute or more.
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib/check.sh
long=${1:-short}

# run NAME ARGUMENTS: leaves $tmp/NAME.out, and in $tmp/NAME.said the messages, the ledger and the status
run()
{
	name=$1
	shift
	# WRAP is a command with its options
	# shellcheck disable=SC2086
	$WRAP "$B/db2gtf" --stats=json --sid=SYSA "$@" >"$tmp/$name.out" 2>"$tmp/$name.err"
	echo "status $?" >>"$tmp/$name.err"
	# reader and writer speak when they come to it; how often they wait is their own affair
	sed 's/,"buffer_waits":[0-9]*//' "$tmp/$name.err" | sort >"$tmp/$name.said"
}

# same ABOUT: the last run gave what the first did
same()
{
	ok "$1: other bytes" cmp "$tmp/one.out" "$tmp/many.out"
	ok "$1: other words" diff "$tmp/one.said" "$tmp/many.said"
}

formats=$("$B/db2gtf" --help | sed -n '/^Output formats/,/^$/s/^  \([a-z]*\) .*/\1/p')
ok 'formats are listed' [ "$(echo "$formats" | wc -l)" -ge 7 ]

# variants: threads and sizes that are tried
variants()
{
	if [ "$long" = long ]; then
		for j in 0 1 2 4 8; do
			for size in 1 4K 256K 4M; do
				echo "-j$j --buffer-size=$size"
			done
		done
	elif [ -n "${QUICK:-}" ]; then
		echo '-j4 --buffer-size=1'
	else
		echo '-j1 --buffer-size=4K'
		echo '-j4 --buffer-size=1 --buffers=2'
	fi
}
variants >"$tmp/variants"

test_same()
{
	set -- "$tmp/vb" "$tmp/listing" "$tmp/odd" samples/* tests/data/*
	[ -z "${QUICK:-}" ] || set -- "$tmp/vb" "$tmp/odd" samples/figure2.txt
	for file; do
		for format in $formats; do
			run one -j0 -t "$format" "$file"
			while read -r variant; do
				# a variant is words
				# shellcheck disable=SC2086
				run many $variant -t "$format" "$file"
				same "${file##*/}, -t $format, $variant"
			done <"$tmp/variants"
		done
	done
}

# Members are made of the same records, whoever makes them.
test_compressed()
{
	for format in gtf json csv none; do
		run plain -j0 -t "$format" "$tmp/vb"
		run one -j0 --buffer-size=4K -z -t "$format" "$tmp/vb"
		for j in 1 2 8; do
			run many -j$j --buffer-size=4K -z -t "$format" "$tmp/vb"
			same "-z -t $format, -j$j"
		done
		gzip -dc "$tmp/many.out" >"$tmp/one.out"
		ok "-z -t $format: holds other bytes" cmp "$tmp/one.out" "$tmp/plain.out"
	done
	run one -j0 -z -t gtf -i 9999 "$tmp/vb"
	run many -j2 -z -t gtf -i 9999 "$tmp/vb"
	same '-z of nothing'
	ok '-z of nothing is no gzip file' gzip -t "$tmp/many.out"
}

# A reader that goes away early ends the program by SIGPIPE, without a word, and its input with it.
test_gone()
{
	for j in 0 1 4; do
		for parent in default ignored; do
			rm -f "$tmp/all"
			(
				[ $parent = default ] || trap '' PIPE
				{
					for _ in 1 2 3 4 5 6 7 8 9 10; do
						cat "$tmp/vb" "$tmp/vb" "$tmp/vb" "$tmp/vb" || exit
					done 2>/dev/null
					: >"$tmp/all"
				} | {
					# WRAP is a command with its options
					# shellcheck disable=SC2086
					$WRAP "$B/db2gtf" -j$j -t json 2>"$tmp/err"
					echo $? >"$tmp/status"
				} | head -c 100 >"$tmp/out"
			)
			case="-j$j, SIGPIPE is $parent"
			ok "$case: first bytes" [ "$(wc -c <"$tmp/out")" -eq 100 ]
			ok "$case: status" [ "$(cat "$tmp/status")" -eq 141 ]
			# who dies by a signal leaves memory behind, and valgrind says so
			ok "$case: words" [ "$(grep -vc '^==[0-9]' "$tmp/err")" -eq 0 ]
			ok "$case: input is not read to its end" [ ! -f "$tmp/all" ]
		done
	done
}

# resident PID: KiB at most so far
resident()
{
	sed -n 's/^VmHWM:[^0-9]*\([0-9]*\) kB$/\1/p' "/proc/$1/status"
}

# While nobody takes the output, the input waits too: no memory is filled instead.
test_slow()
{
	mkfifo "$tmp/in" "$tmp/out.fifo"
	for j in 0 2 8; do
		cat "$tmp/vb" "$tmp/vb" "$tmp/vb" "$tmp/vb" "$tmp/vb" "$tmp/vb" >"$tmp/in" 2>/dev/null &
		"$B/db2gtf" -j$j -t json "$tmp/in" >"$tmp/out.fifo" 2>"$tmp/err" &
		pid=$!
		exec 3<"$tmp/out.fifo"
		sleep 0.3
		kib=$(resident $pid)
		wc -c <&3 >"$tmp/many"
		exec 3<&-
		wait $pid
		ok "-j$j: status with a slow reader" [ $? -eq 0 ]
		ok "-j$j: $kib KiB with a slow reader" [ "$kib" -lt 20480 ]
		ok "-j$j: all comes out in the end" [ "$(cat "$tmp/many")" -gt 30000000 ]
	done
}

# Threads that need more memory than there is. POSIX has only -f, shells have these.
# shellcheck disable=SC3045
test_no_threads()
{
	(
		ulimit -s 1000000 && ulimit -v 900000 || exit 99
		"$B/db2gtf" -j2 -t none "$tmp/vb" 2>"$tmp/err"
	) 2>/dev/null
	status=$?
	[ $status -ne 99 ] || return
	ok 'no threads: status' [ $status -eq 1 ]
	ok 'no threads: words' [ "$(cat "$tmp/err")" = 'db2gtf: cannot start threads (-j 0 needs none)' ]
	(
		ulimit -s 1000000 && ulimit -v 900000
		"$B/db2gtf" -j0 -t none "$tmp/vb" 2>"$tmp/err"
	)
	ok 'no threads needed: status' [ $? -eq 0 ]
}

size=120
[ "$long" = short ] || size=2000
"$B/gen/odd" 7 60 >"$tmp/odd"
"$B/gen/bench" listing $size >"$tmp/listing"
"$B/gen/bench" vb $size >"$tmp/vb"
test_same
test_compressed
"$B/gen/bench" vb 4000 >"$tmp/vb"
test_gone
# the figures are those of the program as users have it
if [ -z "$WRAP${QUICK:-}" ] && [ -r /proc/self/status ]; then
	test_slow
	test_no_threads
fi
summary

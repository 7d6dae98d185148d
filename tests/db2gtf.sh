#!/bin/sh
# db2gtf.sh - tests of the program as a user meets it: options, exit status, pipes, files
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib/check.sh

# db2gtf ARGUMENTS: leaves its status in $status, its output in $tmp/out and $tmp/err
db2gtf()
{
	# WRAP is a command with its options
	# shellcheck disable=SC2086
	$WRAP "$B/db2gtf" "$@" >"$tmp/out" 2>"$tmp/err"
	status=$?
}

# empty FILE
empty()
{
	[ -f "$1" ] && [ ! -s "$1" ]
}

# missing FILE
missing()
{
	[ ! -e "$1" ]
}

# count FILE PATTERN N: so many lines of it fit
count()
{
	[ "$(grep -c "$2" "$1")" -eq "$3" ]
}

# A whole trace, and one whose second record lacks its last segment.
"$B/db2gtf" -q -t gtf samples/figure2.txt >"$tmp/whole"
"$B/gen/odd" 1 40 >"$tmp/many" || exit 1

test_help()
{
	db2gtf --help
	ok 'help' ends 0
	ok 'help names every option' grep -q -e '--rejects' "$tmp/out"
	ok 'help is 80 columns wide' [ "$(awk 'length > 80' "$tmp/out" | wc -l)" -eq 0 ]
	# a line that goes on another begins in the column of the texts
	ok 'help fills its lines' [ "$(awk '
	    match($0, /^ */) && RLENGTH == 26 && length(last) + 1 + length($1) <= 80
	    { last = $0 }' "$tmp/out" | wc -l)" -eq 0 ]
	db2gtf --version
	ok 'version' ends 0
	ok 'version names the program' grep -q '^db2gtf [0-9.]*\( (commit [0-9a-f]*\( with changes\)*)\)*$' "$tmp/out"
	db2gtf --help >/dev/null
	"$B/db2gtf" --help >/dev/full 2>"$tmp/err"
	status=$?
	[ ! -e /dev/full ] || ok 'help on a full disk' [ $status -eq 1 ]
}

# wrong PATTERN ARGUMENTS ...: status 1, one line that fits and a hint, no output
wrong()
{
	pattern=$1
	shift
	db2gtf "$@" </dev/null
	ok "$*" [ $status -eq 1 ]
	ok "$*: says what is wrong" grep -q "^db2gtf: .*$pattern" "$tmp/err"
	ok "$*: no output" empty "$tmp/out"
}

test_wrong_options()
{
	wrong "try --help" --nonsense
	wrong "try --help" -Z
	wrong "try --help" -t
	wrong "looks like trace tables of Language Environment, which letrace reads" samples/le-calls.txt
	wrong "looks like trace entries of CP, which vmtrace reads" samples/cp-run.bin
	wrong "no such output format" -t pictures
	wrong "no such input format" -f pictures
	wrong "hex digits" -e EFB
	wrong "not a size" --hold=much
	wrong "code page" --codepage=nonsense
	wrong "system ID" -t smf
	wrong "no such output format" -t gtf -t pictures
	wrong "cannot open: No such file or directory" "$tmp/nothing"
	wrong "cannot open: Is a directory" "$tmp"
	wrong "cannot create output file" -o "$tmp/nothing/out"
	wrong "cannot create output file" --rejects "$tmp/nothing/out"
	wrong "not recognised" Makefile
	wrong "not an offset" --zone=+5
	wrong "not an offset" --zone='+ 5:00'
	wrong "not an offset" --zone=+5:-1
	wrong "not an offset" --zone=14:60
	wrong "not an offset" --zone=15:00
	for option in --carry= --rejects= --output= --layouts= --from= --to= --ifcid= --hold=; do
		wrong "option ${option%=} needs an argument that is not empty" $option
	done
	wrong "standard output" --carry=-
	wrong "standard output" --rejects=-
}

test_status()
{
	db2gtf -t gtf "$tmp/whole"
	ok 'clean input' ends 0
	ok 'is passed on as it is' cmp "$tmp/whole" "$tmp/out"
	db2gtf -t gtf samples/figure1.txt
	ok 'damaged input' [ $status -eq 2 ]
	ok 'is told' grep -q '^db2gtf: samples/figure1.txt: record' "$tmp/err"
	db2gtf -q -t gtf samples/figure1.txt
	ok 'quiet about damage' ends 2
	db2gtf </dev/null
	ok 'nothing in' ends 0 'standard input: input holds no data'
	ok 'nothing out' empty "$tmp/out"
	db2gtf -v -t none "$tmp/whole"
	ok 'verbose' ends 0 "$tmp/whole: read as vb: .*"
}

# Options and files in any order, options shortened; standard input is a file like others.
test_files()
{
	cat "$tmp/whole" "$tmp/many" >"$tmp/both"
	db2gtf -q -t gtf "$tmp/both"
	cp "$tmp/out" "$tmp/wanted"
	db2gtf -q "$tmp/whole" --to=gtf -- "$tmp/many"
	ok 'two files are one trace' cmp "$tmp/wanted" "$tmp/out"
	db2gtf -q --t=gtf - "$tmp/many" <"$tmp/whole"
	ok 'one of them is standard input' cmp "$tmp/wanted" "$tmp/out"
	gzip -c "$tmp/both" | db2gtf -qt gtf
	ok 'without files, standard input' cmp "$tmp/wanted" "$tmp/out"
	db2gtf -q -t gtf "$tmp/whole" "$tmp/nothing" "$tmp/many"
	ok 'a file that is not there' ends 1 "$tmp/nothing: cannot open: .*"
	ok 'what is before it is written' cmp "$tmp/whole" "$tmp/out"
}

test_output_file()
{
	echo old >"$tmp/file"
	db2gtf -t gtf -o "$tmp/file" "$tmp/whole" "$tmp/nothing"
	ok 'a run that fails' [ $status -eq 1 ]
	ok 'leaves the file as it was' grep -q '^old$' "$tmp/file"
	db2gtf -t gtf -o "$tmp/file" "$tmp/whole"
	ok 'a run that ends well' ends 0
	ok 'replaces it' cmp "$tmp/whole" "$tmp/file"
	ok 'and writes nowhere else' empty "$tmp/out"
	db2gtf -q -t gtf -o "$tmp/file" samples/figure1.txt
	ok 'so does one over damaged input' [ $status -eq 2 ]
	ok 'which is written as far as it goes' [ "$(wc -c <"$tmp/file")" -eq 312 ]
	db2gtf -t gtf -o '' "$tmp/whole"
	ok 'a file without a name' [ $status -eq 1 ]
	[ -e /dev/full ] || return
	db2gtf -t gtf -o /dev/full "$tmp/whole"
	ok 'a full disk' ends 1 'cannot write output: .*'
}

# A pipe that the shell has opened has a number, but no name.
test_output_number()
{
	[ -e /dev/fd/1 ] || return
	for name in /dev/fd/1 /dev/stdout; do
		# shellcheck disable=SC2086
		$WRAP "$B/db2gtf" -t gtf -o $name "$tmp/whole" 2>"$tmp/err" | cat >"$tmp/out"
		ok "-o $name that is a pipe" cmp "$tmp/whole" "$tmp/out"
	done
}

# A file over its limit is as a full disk: words and a status, and nothing left behind.
test_output_limit()
{
	rm -f "$tmp/file"
	(
		ulimit -f 8
		trap - XFSZ
		db2gtf -q -t dump -o "$tmp/file" "$tmp/many"
		echo "$status" >"$tmp/status"
	) 2>/dev/null
	status=$(cat "$tmp/status")
	ok 'a file over its limit' ends 1 'cannot write output file .*: File too large'
	ok 'which is not there' missing "$tmp/file"
}

# What a shell has closed is not taken over by a file that the program opens.
test_closed()
{
	db2gtf -q -t gtf --rejects="$tmp/rejects" samples/figure1.txt
	cp "$tmp/out" "$tmp/wanted"
	# without WRAP: valgrind needs a standard error itself
	"$B/db2gtf" -t gtf -o "$tmp/out" --rejects="$tmp/left" samples/figure1.txt 2>&-
	status=$?
	ok 'no standard error' [ $status -eq 2 ]
	ok 'no standard error: no message in the output' cmp "$tmp/wanted" "$tmp/out"
	ok 'no standard error: nor in the rejects' cmp "$tmp/rejects" "$tmp/left"
	rm -f "$tmp/left"
	# shellcheck disable=SC2086
	$WRAP "$B/db2gtf" -t gtf --rejects="$tmp/left" samples/figure1.txt 2>"$tmp/err" >&-
	status=$?
	ok 'no standard output' [ $status -eq 1 ]
	ok 'no standard output: no rejects' missing "$tmp/left"
	# shellcheck disable=SC2086
	$WRAP "$B/db2gtf" -t gtf -o "$tmp/out" <&- 2>"$tmp/err"
	status=$?
	ok 'no standard input' ends 1 'standard input: cannot read: .*'
}

# Segments that are rejected or carried are a trace again.
test_leftovers()
{
	db2gtf -q -t gtf --rejects="$tmp/rejects" samples/figure1.txt
	ok 'rejects of damaged input' [ $status -eq 2 ]
	db2gtf -q -t none --stats=json "$tmp/rejects"
	ok 'are read again' grep -q '"segments":[1-9]' "$tmp/err"
	ok 'and come to nothing' grep -q '"whole_joined":0' "$tmp/err"
	db2gtf -t none --rejects="$tmp/none" "$tmp/whole"
	ok 'no rejects: an empty file' empty "$tmp/none"
	rm -f "$tmp/none" "$tmp/rejects"
	db2gtf -t gtf --rejects="$tmp/none" "$tmp/nothing"
	ok 'a run that fails leaves no rejects' missing "$tmp/none"

	cp "$tmp/whole" "$tmp/kept"
	ln -s kept "$tmp/link"
	wrong "--carry and --rejects are the same file" --carry="$tmp/one" --rejects="$tmp/one"
	wrong "--carry and --output are the same file" --carry="$tmp/one" -o "$tmp/./one"
	wrong "--rejects and --output are the same file" --rejects="$tmp/link" -o "$tmp/kept"
	wrong "--carry: this file is read as input too" --carry="$tmp/link" "$tmp/kept"
	wrong "--rejects: this file is read as input too" --rejects="$tmp/link" -t none "$tmp/kept"
	wrong "--output: this file is read as input too" -o "$tmp/link" "$tmp/whole" "$tmp/kept"
	wrong "--output: this file is read as input too" -o "$tmp/kept" --layouts="$tmp/link" "$tmp/whole"
	wrong "--output: this file is read as input too" --merge -o "$tmp/kept" "$tmp/whole" "$tmp/link"
	# shellcheck disable=SC2086,SC2094 # that is what is tested
	$WRAP "$B/db2gtf" -o "$tmp/kept" <"$tmp/kept" 2>"$tmp/err"
	ok 'an output that is standard input' [ $? -eq 1 ]
	ok 'an output that is standard input: is told' \
	    grep -q 'output: this file is read as input too (standard input)' "$tmp/err"
	# shellcheck disable=SC2086,SC2094
	$WRAP "$B/db2gtf" "$tmp/kept" 2>"$tmp/err" >>"$tmp/kept"
	ok 'standard output that is an input' [ $? -eq 1 ]
	ok 'standard output that is an input: is told' \
	    grep -q "standard output: this file is read as input too ($tmp/kept)" "$tmp/err"
	# shellcheck disable=SC2086,SC2094
	$WRAP "$B/db2gtf" --rejects="$tmp/kept" "$tmp/whole" 2>"$tmp/err" >>"$tmp/kept"
	ok 'standard output that is the rejects' [ $? -eq 1 ]
	ok 'standard output that is the rejects: is told' \
	    grep -q -e '--rejects and standard output are the same file' "$tmp/err"
	ok 'nothing is made' missing "$tmp/one"
	ok 'nothing is changed' cmp "$tmp/whole" "$tmp/kept"

	# what goes to a descriptor goes on where that is, and replaces nothing
	"$B/db2gtf" -q -t csv "$tmp/whole" >"$tmp/wanted"
	for name in /dev/stdout /dev/fd/1 /proc/self/fd/1 "$tmp/there"; do
		# shellcheck disable=SC2086
		{ echo begin; $WRAP "$B/db2gtf" -q -t csv -o "$name" "$tmp/whole"; echo end; } >"$tmp/there"
		ok "an output that is $name" [ "$(sed 1d "$tmp/there" | sed '$d' | cksum)" = "$(cksum <"$tmp/wanted")" ]
		ok "an output that is $name: what was there" [ "$(sed -n '1p;$p' "$tmp/there" | tr '\n' ' ')" = 'begin end ' ]
	done
	echo begin >"$tmp/there"
	# shellcheck disable=SC2086
	$WRAP "$B/db2gtf" -t none --rejects=/dev/stderr "$tmp/whole" 2>>"$tmp/there"
	ok 'rejects that are standard error' [ "$(head -n 1 "$tmp/there")" = begin ]
	truncate -s 1M "$tmp/disk"
	if disk=$(losetup -f --show "$tmp/disk" 2>/dev/null); then
		dd if="$tmp/whole" of="$disk" conv=notrunc 2>/dev/null
		wrong "--output: this file is read as input too" -o "$disk" "$disk"
		losetup -d "$disk"
	fi
	db2gtf -t none --rejects=/dev/null -o /dev/null "$tmp/whole"
	ok 'nothing can be in the way there' ends 0

	mkfifo "$tmp/pipe"
	wrong "carry file: it is no plain file" --carry="$tmp/pipe"
	wrong "carry file: it is no plain file" --carry=/dev/null
	wrong "carry file: it is no plain file" --carry="$tmp"

	# the first segment of the first record in one run, all others in the next
	awk '/^ 000000/ { n++ } n == 2' samples/figure1.txt >"$tmp/first.txt"
	awk '/^ 000000/ { n++ } n != 2' samples/figure1.txt >"$tmp/rest.txt"
	db2gtf -q -t gtf --carry="$tmp/carry" "$tmp/first.txt"
	ok 'the first segment is carried' [ "$(wc -c <"$tmp/carry")" -ge 284 ]
	ok 'and not written' empty "$tmp/out"
	db2gtf -q -t gtf --carry="$tmp/carry" "$tmp/rest.txt"
	ok 'its record is whole in the next run' [ "$(wc -c <"$tmp/out")" -eq 312 ]
}

test_stats()
{
	db2gtf -t none --stats "$tmp/whole"
	ok 'stats for people' grep -q '^ *written *2$' "$tmp/err"
	db2gtf -t none --stats=json "$tmp/whole"
	ok 'stats as one line' [ "$(wc -l <"$tmp/err")" -eq 1 ]
	ok 'with the status' grep -q '"status":0' "$tmp/err"
	ok 'and the ledger' grep -q '"written":2' "$tmp/err"
	ok 'and other events' grep -q '"foreign_events":{' "$tmp/err"
	grep -o '"[a-z_]*":' "$tmp/err" | tr -d '":' >"$tmp/keys"
	ok 'it has many members' [ "$(wc -l <"$tmp/keys")" -gt 40 ]
	while read -r key; do
		ok "$key is in the man page" grep -q "^\.\(It \)\{0,1\}Cm $key\( \|$\)" man/ztrace-formats.5
	done <"$tmp/keys"
}

# Nobody reads any more: that is the end, as for other filters. No pipe holds so much.
test_reader_gone()
{
	# other seeds, for records that come once more are dropped
	i=0
	while [ $i -lt 40 ]; do
		"$B/gen/odd" $((i + 2)) 40
		i=$((i + 1))
	done >"$tmp/much"
	"$B/db2gtf" -q -t dump "$tmp/much" >"$tmp/out"
	ok 'more than a pipe holds' [ "$(wc -c <"$tmp/out")" -gt 2000000 ]
	for jobs in 0 2; do
		(
			# without WRAP: valgrind speaks of threads that a signal ends
			"$B/db2gtf" -j $jobs -q -t dump "$tmp/much" 2>"$tmp/err"
			echo $? >"$tmp/status"
		) | head -c 1 >/dev/null
		status=$(cat "$tmp/status")
		ok "-j $jobs: reader gone, ends by the signal, quietly" ends 141
	done
}

# A pipe that has no end yet: what is whole comes out all the same.
test_slow_pipe()
{
	for jobs in 0 2; do
		rm -f "$tmp/fifo"
		mkfifo "$tmp/fifo"
		# shellcheck disable=SC2086
		$WRAP "$B/db2gtf" -j $jobs -t gtf "$tmp/fifo" >"$tmp/slow" 2>"$tmp/err" &
		child=$!
		exec 3>"$tmp/fifo"
		cat "$tmp/whole" >&3
		tries=0
		while ! cmp -s "$tmp/whole" "$tmp/slow" && [ $tries -lt 200 ]; do
			sleep 0.05
			tries=$((tries + 1))
		done
		ok "-j $jobs: records come while the input goes on" cmp "$tmp/whole" "$tmp/slow"
		exec 3>&-
		wait $child
		status=$?
		ok "-j $jobs: and it ends with it" ends 0
	done
}

# Any number of threads, buffers of any size: the same bytes.
test_threads()
{
	for format in listing json gtf; do
		db2gtf -q -j 0 -t $format "$tmp/whole" "$tmp/many"
		cp "$tmp/out" "$tmp/wanted"
		for args in '-j 1' '-j 2 --buffer-size=1' '-j 3 --buffers=1 --buffer-size=700'; do
			# the arguments are words
			# shellcheck disable=SC2086
			db2gtf -q $args -t $format "$tmp/whole" "$tmp/many"
			ok "$args -t $format" cmp "$tmp/wanted" "$tmp/out"
		done
	done
}

# A print on a tape is read as from a file of its own.
test_tapes()
{
	db2gtf -q -t listing samples/sql.vb
	cp "$tmp/out" "$tmp/print"
	db2gtf "$tmp/print"
	cp "$tmp/out" "$tmp/wanted"
	for kind in AWSTAPE 'HET zlib' FakeTape SIMH E11; do
		for layout in b:1000 b:133 f:133:13300 f:121:121 v:27998 r:4000; do
			"$B/gen/reel" "$kind" sl b:700 LICENSE $layout "$tmp/print" >"$tmp/tape"
			db2gtf "$tmp/tape"
			ok "$kind, a print as $layout" cmp "$tmp/wanted" "$tmp/out"
			ok '... and nothing is said' empty "$tmp/err"
		done
	done
	db2gtf samples/sql.vb "$tmp/print" samples/sql.vb samples/sql.vb
	cp "$tmp/out" "$tmp/wanted"
	"$B/gen/reel" AWSTAPE nl b:65535 samples/sql.vb f:133:1330 "$tmp/print" b:65535 samples/sql.vb \
	    b:65535 samples/sql.vb >"$tmp/tape"
	db2gtf "$tmp/tape"
	ok 'prints among traces' cmp "$tmp/wanted" "$tmp/out"
}

test_help
test_wrong_options
test_status
test_files
test_output_file
test_output_number
test_output_limit
test_closed
test_leftovers
test_stats
test_reader_gone
test_slow_pipe
test_threads
test_tapes
summary

#!/bin/sh
# letrace.sh - letrace as a user meets it: all forms of output, pipes, several files, what it refuses
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib/program.sh

# le ARGUMENTS: the same, shorter
le()
{
	program "$@"
}

n=3000
[ -z "${QUICK:-}" ] || n=200
"$B/gen/le" 1 $n >"$tmp/made.txt"
"$B/gen/le" 1 $n raw >"$tmp/made.raw"
cat samples/le-*.txt "$tmp/made.txt" >"$tmp/all.txt"
formats='calls tree summary heap edges entries json csv trace folded none'

for format in $formats; do
	le -t "$format" -j 0 "$tmp/all.txt" >"$tmp/a"
	for j in 1 3; do
		le -t "$format" -j $j --buffer-size=3000 - <"$tmp/all.txt" >"$tmp/b"
		ok "$format with -j $j" cmp "$tmp/a" "$tmp/b"
	done
	le -t "$format" -z "$tmp/all.txt" | gzip -dc >"$tmp/b"
	ok "$format compressed" cmp "$tmp/a" "$tmp/b"
	le -t "$format" -o "$tmp/b" "$tmp/all.txt"
	ok "$format in a file" cmp "$tmp/a" "$tmp/b"
	le -t "$format" "$tmp/made.txt" >"$tmp/a"
	gzip -c "$tmp/made.raw" | le -t "$format" >"$tmp/b"
	ok "$format of a table in storage, gzipped" cmp "$tmp/a" "$tmp/b"
done

le --schema >"$tmp/schema"
le -t json "$tmp/all.txt" >"$tmp/all.json"
le -t csv "$tmp/all.txt" >"$tmp/all.csv"
le -t trace "$tmp/all.txt" >"$tmp/all.trace"
le -t trace samples/le-calls.txt --function=nothing >"$tmp/none.trace"
if python3 -c 'import jsonschema; jsonschema.Draft202012Validator' 2>/dev/null; then
	ok 'json and its schema' python3 tests/lib/json_lines.py "$tmp/schema" "$tmp/all.json"
	ok 'csv says the same' python3 tests/lib/le_csv.py "$tmp/all.csv" "$tmp/all.json"
	ok 'traces can be drawn' python3 tests/lib/trace_events.py "$tmp/all.trace" "$tmp/none.trace"
else
	echo 'letrace: JSON not checked: needs python3 with jsonschema (scripts/setup --dev installs them)'
fi

two='samples/le-posix.txt samples/le-xplink.txt'
# two words
# shellcheck disable=SC2086
le $two >"$tmp/a"
ok 'several files are several tables' grep -q '^table 2$' "$tmp/a"
ok 'a sum is kept of every entry' sh -c "'$B/letrace' --stats=json -t none samples/le-calls.txt 2>&1 |
    grep -q '\"entries_read\":17,'"

ok 'thread' shows 'free(0x24004C20)' --thread=26c7 samples/le-xplink.txt
ok 'another thread' ends 0 '' --thread=26C8 samples/le-xplink.txt
ok '... shows nothing' [ ! -s "$tmp/out" ]
ok 'function' shows 'fetch()' --function='f*' samples/le-posix.txt
ok 'a long name' shows 'equal35_second' --function='*35_second' samples/le-calls.txt
ok 'errors' shows 'EBADF' --errors samples/le-posix.txt
le --slower=5ms samples/le-posix.txt >"$tmp/out"
ok 'slower' [ "$(wc -l <"$tmp/out")" -eq 2 ]
le --slower=879942us --since=2001-08-26T20:52:46.673401Z --until=2001-08-26T20:52:46.673402 samples/le-posix.txt >"$tmp/out"
ok 'just one moment' [ "$(wc -l <"$tmp/out")" -eq 1 ]
ok 'code page' shows 'EBADF' --codepage=IBM-037 samples/le-posix.txt

head -c 1200 samples/le-xplink.txt >"$tmp/cut"
ok 'a cut listing' ends 2 '.*record 2 at line 14: entry is only partly there (+000080, .*' "$tmp/cut"
head -c 1000 "$tmp/made.raw" >"$tmp/cut"
ok 'a cut table' ends 2 '.*record 8 at 0x380: record is cut short (104 of 128 bytes)' "$tmp/cut"
ok 'no such file' ends 1 '.*/absent: cannot open: .*' "$tmp/absent"
head -c 5000 /dev/zero | tr '\0' 'a' >"$tmp/text"
ok 'some text' ends 1 '.*not recognised, .*listing, raw; .*' "$tmp/text"
ok 'nothing at all' ends 0 '/dev/null: input holds no data' /dev/null
ok 'no such format' ends 1 'option -t xml: no such output format (--help lists them)' -t xml
ok 'no such input' ends 1 'option -f vb: no such input format (--help lists them)' -f vb
cp samples/le-posix.txt "$tmp/kept"
ln -s kept "$tmp/link"
ok 'output over input' ends 1 "--output: this file is read as input too ($tmp/kept)" -o "$tmp/link" "$tmp/kept"
# shellcheck disable=SC2094 # that is what is tested
le "$tmp/kept" >>"$tmp/kept" 2>"$tmp/said"
ok 'output after input' grep -q 'standard output: this file is read as input too' "$tmp/said"
ok 'the input is as it was' cmp samples/le-posix.txt "$tmp/kept"
ok 'no thread' ends 1 'option --thread 12x: not a thread ID .*' --thread=12x
ok 'no time' ends 1 'option --slower 10: not a time .*' --slower=10
ok 'no time' ends 1 'option --slower fast: not a time .*' --slower=fast
ok 'no date' ends 1 'option --since today: not a time .*' --since=today
ok 'no code page' ends 1 'option --codepage latin1: .*' --codepage=latin1
ok 'help' shows 'Usage: letrace' --help
ok 'version' shows 'letrace ' --version

summary

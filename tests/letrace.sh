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
# tapes: whatever is on them comes out as from the plain file
noise=$tmp/noise
sed 's/.*/Some other print, without any table/' samples/le-posix.txt >"$noise"
"$B/gen/le" 1 100 >"$tmp/made.txt"
"$B/gen/le" 1 100 raw >"$tmp/made.raw"
le "$tmp/made.txt" >"$tmp/a"

# reel KIND LABELS LAYOUT FILE ...: a tape
reel()
{
	"$B/gen/reel" "$@" >"$tmp/tape"
}

# same: letrace shows of the tape what is in a, and says nothing
same()
{
	le "$@" "$tmp/tape" >"$tmp/b" 2>"$tmp/said" || { cat "$tmp/said"; return 1; }
	[ ! -s "$tmp/said" ] || { cat "$tmp/said"; return 1; }
	cmp "$tmp/a" "$tmp/b"
}

[ -z "${QUICK:-}" ] || set -- AWSTAPE SIMH
[ -n "${QUICK:-}" ] || set -- AWSTAPE 'HET zlib' 'HET bzip2' Bus-Tech FakeTape SIMH E11
for kind in "$@"; do
	for labels in sl nl; do
		for layout in b:10240 b:133 f:133:13300 f:133:133 f:121:1210 f:137:27400 v:27998 v:4000 r:4000; do
			reel "$kind" $labels $layout "$tmp/made.txt"
			ok "$kind $labels, a listing as $layout" same
		done
		for size in 4096 1000 128 32760; do
			reel "$kind" $labels b:$size "$tmp/made.raw"
			ok "$kind $labels, a table in blocks of $size" same
		done
	done
done
cat "$noise" "$tmp/made.txt" >"$tmp/deep"
reel FakeTape sl f:133:1330 "$tmp/deep"
ok 'behind much other text' same
gzip -c "$tmp/tape" >"$tmp/tape.gz"
mv "$tmp/tape.gz" "$tmp/tape"
ok 'a tape out of gzip' same -j 2
"$B/gen/reel" plain nl r:4000 "$tmp/made.txt" >"$tmp/plain"
le -t entries "$tmp/plain" >"$tmp/a"
reel AWSTAPE nl r:4000 "$tmp/made.txt"
ok 'lines and offsets are those of the plain file' same -t entries

# data sets of a tape are as files of their own
le -t entries samples/le-posix.txt "$tmp/made.raw" "$tmp/deep" samples/le-xplink.txt >"$tmp/a"
for labels in sl nl; do
	reel SIMH $labels f:80:800 "$noise" v:6000 samples/le-posix.txt b:4096 "$tmp/made.raw" b:700 "$noise" \
	    f:133:1330 "$tmp/deep" f:121:121 samples/le-xplink.txt f:80:80 "$noise"
	ok "several data sets, $labels" same -t entries
	ok '... and the sum of their bytes' sh -c "'$B/letrace' --stats=json -t none '$tmp/tape' 2>&1 | grep -q '\"status\":0,'"
done
reel AWSTAPE sl v:6000 samples/le-posix.txt b:999 "$tmp/cut"
ok 'damage names the data set' ends 2 '.*/tape (SYS.DUMP2): record 8 at 0x380: record is cut short (104 of 128 bytes)' "$tmp/tape"
reel AWSTAPE sl f:80:800 "$noise" v:700 "$noise"
ok 'a tape without a table' ends 2 '.*: no data set on the tape holds Language Environment trace data (SYS.DUMP1, SYS.DUMP2)' "$tmp/tape"
# a block that has lost its end, of 10: lines behind it are read all the same
"$B/gen/reel" plain nl f:133:1330 samples/le-posix.txt >"$tmp/plain"
head -c 7980 "$tmp/plain" | head -c 7000 >"$tmp/torn"
{
	"$B/gen/reel" AWSTAPE nl b:1330 "$tmp/torn" | head -c 7036
	tail -c +7981 "$tmp/plain" >"$tmp/rest"
	"$B/gen/reel" AWSTAPE nl b:1330 "$tmp/rest"
} >"$tmp/tape"
le -t entries "$tmp/tape" >"$tmp/b" 2>"$tmp/said"
ok 'lines behind a block that is cut' [ "$(wc -l <"$tmp/b")" -ge 13 ]

ok 'no such file' ends 1 '.*/absent: cannot open: .*' "$tmp/absent"
head -c 5000 /dev/zero | tr '\0' 'a' >"$tmp/text"
ok 'GTF data' ends 1 '.*: looks like GTF trace data, which db2gtf reads' samples/sql.vb
gzip -c samples/cp-page.bin >"$tmp/page.gz"
ok 'CP pages' ends 1 '.*: looks like trace entries of CP, which vmtrace reads' "$tmp/page.gz"
ok 'some text' ends 1 '.*not recognised, .*listing, raw; .*' "$tmp/text"
ok 'nothing at all' ends 0 '/dev/null: input holds no data' /dev/null
ok 'no such format' ends 1 'option -t xml: no such output format (--help lists them)' -t xml
ok 'no such input' ends 1 'option -f vb: no such input format (--help lists them)' -f vb
output_apart samples/le-posix.txt
for option in --output= --function= --thread= --to= --since=; do
	ok "$option" ends 1 "option ${option%=} needs an argument that is not empty (.*)" "$option"
done
ok '-o with an empty name' ends 1 'option -o needs an argument that is not empty (FILE)' -o ''
ok 'no thread' ends 1 'option --thread 12x: not a thread ID .*' --thread=12x
ok 'no time' ends 1 'option --slower 10: not a time .*' --slower=10
ok 'no time' ends 1 'option --slower fast: not a time .*' --slower=fast
ok 'no date' ends 1 'option --since today: not a time .*' --since=today
ok 'no code page' ends 1 'option --codepage latin1: .*' --codepage=latin1
ok 'help' shows 'Usage: letrace' --help
ok 'version' shows 'letrace ' --version

summary

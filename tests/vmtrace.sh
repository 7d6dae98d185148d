#!/bin/sh
# vmtrace.sh - vmtrace as a user meets it: samples, pipes, several files, what it refuses
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib/program.sh
near=--near=2005-05-01T22:11

# vm ARGUMENTS: the same, shorter
vm()
{
	program "$@"
}

for sample in page saved tracg; do
	case $sample in page) file=cp-page.bin ;; saved) file=cp-saved.aws ;; tracg) file=cp-run.bin ;; esac
	"$B/gen/cp" $sample >"$tmp/made"
	ok "$file is what its generator makes" cmp "$tmp/made" "samples/$file"
	vm $near "samples/$file" >"$tmp/lines"
	vm $near -t raw "samples/$file" >"$tmp/raw"
	vm $near -t raw "$tmp/raw" >"$tmp/raw2"
	ok "$file: raw read again is the same" cmp "$tmp/raw" "$tmp/raw2"
	for j in 0 1 3; do
		for format in entries json csv raw trace summary; do
			vm $near -j 0 -t $format "samples/$file" >"$tmp/a"
			vm $near -j $j --buffer-size=300 -t $format - <"samples/$file" >"$tmp/b"
			ok "$file: $format with -j $j" cmp "$tmp/a" "$tmp/b"
			vm $near -j $j -z -t $format "samples/$file" | gzip -dc >"$tmp/b"
			ok "$file: $format with -j $j -z" cmp "$tmp/a" "$tmp/b"
		done
	done
	gzip -c "samples/$file" | vm $near >"$tmp/b"
	ok "$file: out of gzip" cmp "$tmp/lines" "$tmp/b"
	vm $near --stats=json "samples/$file" 2>&1 >/dev/null | grep -q '"status":0,"ledger":{"bytes_read":[0-9]'
	ok "$file: the ledger as JSON" [ $? -eq 0 ]
done

# prints of a page show the page
vm $near -t raw samples/cp-page.bin >"$tmp/raw"
for print in 'xxd' 'xxd -g 1' 'xxd -g 4' 'xxd -c 32' 'xxd -p' 'xxd -a' 'hexdump -C' 'od -A x -t x1z'; do
	command -v "${print%% *}" >/dev/null || continue
	$print samples/cp-page.bin | vm $near -t raw >"$tmp/b"
	ok "out of $print" cmp "$tmp/raw" "$tmp/b"
done

# a page split in halves is two traces of one CPU each
vm $near samples/cp-page.bin >"$tmp/whole"
head -c 2048 samples/cp-page.bin >"$tmp/one"
tail -c +2049 samples/cp-page.bin | head -c 2016 >"$tmp/two"
vm $near --in-turn "$tmp/one" "$tmp/two" >"$tmp/b"
ok 'in turn' cmp "$tmp/whole" "$tmp/b"
vm $near "$tmp/two" "$tmp/one" | cut -c1-27 >"$tmp/b"
cut -c1-27 "$tmp/whole" >"$tmp/a"
ok 'merged' cmp "$tmp/a" "$tmp/b"
vm $near "$tmp/two" "$tmp/one" --cpu=1 >"$tmp/b"
ok 'CPUs in the order of files' [ "$(wc -l <"$tmp/b")" -eq 64 ]
vm $near --first-cpu=7 "$tmp/one" "$tmp/two" >"$tmp/b"
ok 'CPUs are numbered' [ "$(cut -c29-31 "$tmp/b" | sort -u | tr -d '\n')" = '  7  8' ]
vm $near --cpu=7 "$tmp/one" >"$tmp/b"
ok 'selection by CPU names none' [ ! -s "$tmp/b" ]
vm -q --since=+03:39:26.98 --until=+3:39:27 samples/cp-page.bin >"$tmp/b"
vm -q samples/cp-page.bin | awk '$1 >= "+03:39:26.98" && $1 < "+03:39:27"' >"$tmp/a"
ok 'relative times are picked' cmp "$tmp/a" "$tmp/b"
ok 'and there are some' [ -s "$tmp/b" ]
vm samples/cp-run.bin samples/cp-page.bin >"$tmp/a" 2>"$tmp/said"
ok 'a clock is shared' [ ! -s "$tmp/said" ]
vm samples/cp-saved.aws --cpu=2 --code=0Axx,7F00-7FFF >"$tmp/b"
ok 'selection' [ "$(cut -c29-36 "$tmp/b" | sort -u | tr '\n' '.')" = '  2 0A00.  2 7F01.' ]

ok 'relative times' ends 0 'samples/cp-page.bin: record 1 at 0x0: nothing tells .*' samples/cp-page.bin
ok 'quiet' ends 0 '' -q samples/cp-page.bin
ok 'form' ends 0 '.*read as saved: blocks of 28-byte entries.*' -v samples/cp-saved.aws
head -c 2000 samples/cp-run.bin >"$tmp/cut"
ok 'a cut run' ends 2 '.*: record 36 at 0x7a8: entry is cut short (40 of 56 bytes)' "$tmp/cut"
# every second slot of the page starts with another byte
i=0
while [ $i -lt 64 ]; do
	printf d
	dd if=samples/cp-page.bin bs=1 skip=$((64 * i + 1)) count=63 2>/dev/null
	i=$((i + 1))
done >"$tmp/half"
ok 'every second slot is bad' ends 2 'no trace entry: 54 more' $near "$tmp/half"
ok 'every other one comes out' [ "$(wc -l <"$tmp/out")" -eq 63 ]
printf 'Dear all,\n' >"$tmp/text"
ok 'no trace' ends 1 '.*: not recognised, begins with .*' "$tmp/text"
ok 'GTF data' ends 1 '.*: looks like GTF trace data, which db2gtf reads' samples/sql.vb
ok 'a print of it' ends 1 '.*: looks like GTF trace data, which db2gtf reads' samples/figure1.txt
ok 'a CEEDUMP' ends 1 '.*: looks like trace tables of Language Environment, which letrace reads' samples/le-posix.txt
ok 'nothing at all' ends 0 '/dev/null: input holds no data' /dev/null
ok 'no file' ends 1 '/nowhere: cannot open: .*' /nowhere
vm -q -t none --stats samples/cp-page.bin >"$tmp/b" 2>"$tmp/said"
ok 'none writes nothing' [ ! -s "$tmp/b" ]
ok '... and counts' grep -q 'written  *127$' "$tmp/said"
for option in --output= --codes= --code= --to= --near=; do
	ok "$option" ends 1 "option ${option%=} needs an argument that is not empty (.*)" "$option"
done
ok 'wrong option' ends 1 '.*--code.*not a list of trace codes.*' --code=x
ok 'no codes' ends 1 '/nowhere: cannot open: .*' --codes=/nowhere samples/cp-run.bin
output_apart samples/cp-run.bin
vm --print-codes >"$tmp/codes"
ok 'output over codes' ends 1 "--output: this file is read as input too ($tmp/codes)" \
    --codes="$tmp/codes" -o "$tmp/codes" samples/cp-run.bin
vm --codes="$tmp/codes" samples/cp-run.bin >"$tmp/a"
vm samples/cp-run.bin >"$tmp/b"
ok 'codes printed and read' cmp "$tmp/a" "$tmp/b"
vm -o "$tmp/out.json" -t json samples/cp-run.bin
ok 'to a file' [ "$(wc -l <"$tmp/out.json")" -eq 40 ]
vm --help >"$tmp/help"
ok 'help is 80 columns wide' [ -z "$(sed -n '/^.\{81\}/p' "$tmp/help")" ]

if python3 -c 'import jsonschema; jsonschema.Draft202012Validator' 2>/dev/null; then
	vm --schema >"$tmp/schema"
	vm -q -t json samples/cp-page.bin >"$tmp/page.json"
	vm -t json samples/cp-saved.aws >"$tmp/saved.json"
	ok 'json fits its schema' python3 tests/lib/json_lines.py "$tmp/schema" "$tmp/page.json" "$tmp/saved.json" "$tmp/out.json"
fi
if command -v python3 >/dev/null; then
	vm -t trace samples/cp-saved.aws >"$tmp/trace.json"
	vm --near=2005-05-01T22:11 -t trace samples/cp-run.bin samples/cp-page.bin >"$tmp/merged.json"
	vm -t trace --code=FFFF samples/cp-run.bin >"$tmp/none.json"
	ok 'traces can be drawn' python3 tests/lib/trace_events.py "$tmp/trace.json" "$tmp/merged.json" "$tmp/none.json"
	ok 'each entry is a span' [ "$(grep -c '"ph":"B"' "$tmp/trace.json")" -eq "$(vm samples/cp-saved.aws | wc -l)" ]
fi
summary

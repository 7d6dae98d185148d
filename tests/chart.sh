#!/bin/sh
# chart.sh - scripts/chart: what its pictures say, and how high its boxes are
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib/command.sh

# chart ARGUMENTS: leaves its status in $status, its output in $tmp/out and $tmp/err
chart()
{
	$shell scripts/chart "$@" >"$tmp/out" 2>"$tmp/err"
	status=$?
}

# shows TEXT ...: each is in the picture, by itself
shows()
{
	for text; do
		sed -n 's/.*<text>\(<tspan[^>]*>\)* *\([^<]*\).*/\2/p' "$tmp/out" | grep -Fxq -e "$text" ||
		    { echo "no \"$text\" in it"; return 1; }
	done
}

# heights [N]: of the boxes of each IFCID, from the uppermost down, where the lowest box of all is N (1) high
heights()
{
	sed -n "s/.*gnuplot_plot_[0-9]*\" ><title>\([0-9a-z]*\) .*/ifcid \1/p
	    s/.*polygon fill = 'rgb([^)]*)' points = '\([^']*\)'.*/box \1/p" "$tmp/out" |
	    awk -v unit="${1:-1}" '
	    $1 == "ifcid" { names[++n] = $2; key = 1 }
	    # the first box is the sample in the key
	    $1 == "box" && key { key = 0; next }
	    $1 == "box" {
		split($2, low, ","); split($4, high, ",")
		h[n] = h[n] " " low[2] - high[2]
		if (!least || low[2] - high[2] < least) least = low[2] - high[2]
	    }
	    END {
		for (i = 1; i <= n; i++) {
			printf "%s:", names[i]
			m = split(h[i], of, " ")
			for (k = 1; k <= m; k++)
				printf " %d", unit * of[k] / least + 0.5
			printf "\n"
		}
	    }'
}

test_command
if ! gnuplot --version >/dev/null 2>&1; then
	ok 'says that gnuplot is not there' sh -c 'scripts/chart </dev/null 2>&1 | grep -q "no gnuplot here"'
	more='; the rest was skipped: needs gnuplot (scripts/setup --dev installs it)'
	summary
	exit
fi

head='time,ssid,ifcid,title'
{
	printf '%s\r\n' "$head" '2026-01-31T23:58:00.000000Z,DB2A,6,Read' '2026-01-31T23:59:59.999999Z,DB2A,6,Read' \
	    '2026-02-01T00:02:00Z,DB2A,6,Read' '2026-02-01T00:02:59Z,DB2A,6,Read' '2026-02-01T00:02:59Z,"DB,A",7,"Done, ""it"""' \
	    ',DB2A,6,Read' '2026-02-01T00:02:10Z,DB2A,,'
} >"$tmp/csv"

test_boxes()
{
	chart "$tmp/csv"
	ok 'boxes: words' ends 0 '1 records without a time are left out'
	ok 'boxes: texts' shows '6 Read (4)' '7 Done, it (1)' 'other events (1)' 'records a minute' 23:58 00:02
	# the first minute, the second, and the fifth; nothing is drawn of those without a record
	ok 'boxes: heights' [ "$(heights | tr '\n' ';')" = 'other: 1 1 4;7: 1 1 3;6: 1 1 2;' ]
	chart --every=300 "$tmp/csv"
	ok '--every: heights' [ "$(heights 2 | tr '\n' ';')" = 'other: 2 4;7: 2 3;6: 2 2;' ]
	ok '--every: words' shows 'records in 5 minutes'
	chart --top 1 - <"$tmp/csv"
	ok '--top: texts' shows '6 Read (4)' '2 others (2)'
	# heads come again where files do
	cat "$tmp/csv" "$tmp/csv" >"$tmp/twice"
	chart "$tmp/twice"
	ok 'two files in one' shows '6 Read (8)'
	# it is only read
	# shellcheck disable=SC2094
	chart "$tmp/csv" - <"$tmp/csv"
	ok 'two files' shows '6 Read (8)'
}

# Counts must be those of the records.
test_sample()
{
	"$B/gen/agents" 30 >"$tmp/day.vb"
	"$B/db2gtf" -t csv "$tmp/day.vb" >"$tmp/day.csv"
	chart "$tmp/day.csv"
	ok 'sample' ends 0
	"$B/db2gtf" -t json "$tmp/day.vb" | sed 's/.*"ifcid":\([0-9]*\),"title":"\([^"]*\)".*/\1 \2/' | sort | uniq -c |
	    sort -rn | awk 'NR <= 6 { n = $1; sub(/^ *[0-9]+ /, ""); print (length > 36 ? substr($0, 1, 33) "..." : $0) " (" n ")" }' >"$tmp/wanted"
	ok 'sample: six are most frequent' [ "$(wc -l <"$tmp/wanted")" -eq 6 ]
	while read -r text; do
		ok 'sample: counts' shows "$text"
	done <"$tmp/wanted"
	# the uppermost boxes hold everything: half an hour
	ok 'sample: a box a minute' [ "$(heights | head -n 1 | wc -w)" -eq 31 ]
}

test_long()
{
	awk -v head="$head" 'BEGIN { print head; for (i = 0; i < 40; i++) printf "20%02d-03-01T00:00:00Z,A,1,x\n", 26 + i }' >"$tmp/years"
	chart "$tmp/years"
	ok 'forty years' ends 0
	ok 'forty years: words' shows '1 x (40)'
	chart --every 1 "$tmp/years"
	ok 'forty years of seconds' ends 1 'more than 100000 times of 1 seconds: give a longer one'
	# the last day of February is there in every fourth year
	printf '%s\n' "$head" 2028-02-29T23:59:00Z,A,1,x 2028-03-01T00:00:00Z,A,1,x >"$tmp/leap"
	chart "$tmp/leap"
	ok 'leap day' [ "$(heights)" = '1: 1 1' ]
	printf '%s\n' "$head" 2027-02-28T23:59:00Z,A,1,x 2027-03-01T00:00:00Z,A,1,x >"$tmp/leap"
	chart "$tmp/leap"
	ok 'no leap day' [ "$(heights)" = '1: 1 1' ]
}

test_nothing()
{
	"$B/db2gtf" -t csv /dev/null 2>/dev/null | $shell scripts/chart >"$tmp/out" 2>"$tmp/err"
	status=$?
	ok 'no records' ends 0
	ok 'no records: the picture says so' shows 'no records'
	chart /dev/null
	ok 'nothing at all' ends 1 'no output of db2gtf -t csv: .*'
	echo '{"length":312}' >"$tmp/json"
	chart "$tmp/json"
	ok 'no CSV' ends 1 'no output of db2gtf -t csv: .*'
}

# Text from outside stays text: nothing in it is to be expanded here either.
# shellcheck disable=SC2016
test_hostile()
{
	printf '%s\n' "$head" '2026-01-31T00:00:00Z,A,6,"`touch x`$(touch x)\""<&;|%n"' >"$tmp/odd"
	chart --title "\`touch x\`\$(touch x)'\"\\ ^_{a}" "$tmp/odd"
	ok 'odd texts' ends 0
	ok 'odd texts: nothing was run' [ ! -e x ]
	ok 'odd texts: the title' grep -q '`touch x`$(touch x)' "$tmp/out"
}

test_options()
{
	chart -o "$tmp/p.png" "$tmp/leap"
	ok 'PNG' ends 0
	ok 'PNG: is one' [ "$(head -c 4 "$tmp/p.png" | tail -c 3)" = PNG ]
	chart --to=svg --size=400x300 -o "$tmp/p.png" "$tmp/leap"
	ok 'SVG by option' grep -q '^<svg' "$tmp/p.png"
	ok 'size' grep -q 'viewBox="0 0 400 300"' "$tmp/p.png"
	chart --to=gif
	ok 'other form' ends 1 'not svg or png: gif'
	chart --top=0
	ok 'top of none' ends 1 'not a number from 1 to 12: 0'
	chart --every=x
	ok 'every word' ends 1 'not a number of seconds: x'
	chart --size=5x5
	ok 'size of nothing' ends 1 'not a size in pixels.*'
	chart --else=1
	ok 'unknown option' ends 1 'unknown option --else.*'
	chart -o
	ok 'no value' ends 1 '-o needs a value'
	chart "$tmp/missing"
	ok 'no file' ends 1 'cannot read .*'
	chart -o "$tmp/no/such" "$tmp/leap"
	ok 'no folder' ends 1 'cannot write .*'
}

test_boxes
test_sample
test_long
test_nothing
test_hostile
test_options
summary

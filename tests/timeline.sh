#!/bin/sh
# timeline.sh - what db2gtf -t trace makes of records: each span at its place and of its length, and valid JSON always
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib/check.sh
. tests/lib/records.sh

if ! jq --version >/dev/null 2>&1; then
	skip 'needs jq (scripts/setup --dev installs it)'
fi

# trace ARGUMENTS: leaves $tmp/out
trace()
{
	# WRAP is a command with its options
	# shellcheck disable=SC2086
	$WRAP "$B/db2gtf" -t trace "$@" >"$tmp/out" 2>"$tmp/err"
}

# The spans of a timeline, a line each, in the order of their begins: agent, begin and length in microseconds from the
# start of the sample, name, and what is said of the end. A stack for each thread, as viewers have it.
# the names with a $ are jq's
# shellcheck disable=SC2016
spans='
.traceEvents | map(select(.name == "thread_name") | {"\(.tid)": .args.name[:8]}) as $names | ($names | add) as $names |
reduce .[] as $e ({open: {}, done: []};
    ("\($e.tid)") as $t |
    if $e.ph == "B" then .open[$t] += [$e]
    elif $e.ph == "E" then
        (if .open[$t][-1].name != $e.name then error("\($e) ends \(.open[$t][-1])") else . end) |
        .done += [[.open[$t][-1].ts, $e.ts - .open[$t][-1].ts, $t, $e.name, $e.args.end // ""]] | .open[$t] |= .[:-1]
    else . end) |
(.done + [.open | to_entries[] | .key as $t | .value[] | [.ts, -1, $t, .name, "open"]]) |
sort_by(.[0]) | .[] | "\($names[.[2]]) \(.[0] - 727378200000000) \(.[1]) \(.[3]) \(.[4])" | sub(" $"; "")
'

test_sample()
{
	"$B/gen/agents" >"$tmp/agents.vb"
	ok 'samples/agents.vb is what tests/gen/agents makes' cmp "$tmp/agents.vb" samples/agents.vb
	trace samples/agents.vb
	ok 'sample: status' [ $? -eq 0 ]
	ok 'sample: words' [ ! -s "$tmp/err" ]
	jq -r "$spans" "$tmp/out" >"$tmp/spans"
	grep -v '^#' tests/data/agents.spans >"$tmp/wanted"
	ok 'sample: spans' diff "$tmp/wanted" "$tmp/spans"
	ok 'sample: instants' [ "$(jq -c '[.traceEvents[] | select(.ph == "i") | .name]' "$tmp/out")" = \
	    '["Read I/O ends","SQL text to be parsed","SQL text to be parsed","SQL statement ends, SQLCA","Thread accounting","Thread accounting"]' ]
	ok 'sample: subsystems' [ "$(jq -c '[.traceEvents[] | select(.name == "process_name") | .args.name]' "$tmp/out")" = \
	    '["DB2A","DB2B"]' ]
	ok 'sample: text of SQL' [ "$(jq -r '.traceEvents[] | .args.statement? // empty' "$tmp/out" | cut -c 1-6 | tr '\n' ' ')" = \
	    'UPDATE SELECT ' ]
	ok 'sample: arguments of a begin' [ "$(jq '[.traceEvents[] | select(.ph == "B" and .args)] | length' "$tmp/out")" -eq 0 ]
	ok 'sample: names of agents' grep -q '"ENTRPL010042 PL01 CICSUSER, ACE 0A3C2450"' "$tmp/out"
}

test_selection()
{
	trace -i 44,45 samples/agents.vb
	ok 'locks alone' [ "$(jq -r "$spans" "$tmp/out" | tr '\n' ';')" = \
	    'ENTRPL01 9600 36800 Lock suspension;db2jcc_a 34400 -1 Lock suspension open;' ]
	trace -w plan=DSNTEP2 -s DB2B samples/agents.vb
	ok 'one agent alone' [ "$(jq -r "$spans" "$tmp/out" | grep -vc ^REPORTS)" -eq 0 ]
	ok 'one agent, all of it' [ "$(jq -r "$spans" "$tmp/out" | wc -l)" -eq 4 ]
	trace --since 1993-01-18T17:30:00.030000Z samples/agents.vb
	ok 'from a time on' [ "$(jq -r "$spans" "$tmp/out" | head -n 1)" = '020.WRIT 31000 5400 Synchronous write I/O' ]
}

# The times of all records, and no more, are in the timeline, and exact.
test_times()
{
	"$B/db2gtf" -q -t json samples/agents.vb | jq -r '.time' | sort -u >"$tmp/wanted"
	trace samples/agents.vb
	jq -r '.traceEvents[] | .ts // empty | "\(. / 1000000 | floor | todate | .[:19]).\(. % 1000000 + 1000000 | tostring | .[1:])Z"' \
	    "$tmp/out" | sort -u >"$tmp/times"
	ok 'times' diff "$tmp/wanted" "$tmp/times"
}

# Whatever the input, the output is a timeline; cut short, and of nothing, too.
test_valid()
{
	valid='.traceEvents | type == "array" and all(.[]; (.ph == "M" or (.ts | type == "number" and . >= 0)) and
	    .pid >= 1 and .tid >= 1 and (.name | type == "string"))'
	mkdir "$tmp/all"
	ok 'runs over every input' render_all "$tmp/all" trace
	ok 'there is every input' [ "$(find "$tmp/all" -name '*.trace' | wc -l)" -gt 8 ]
	for file in "$tmp/all"/*.trace; do
		ok "${file##*/}: valid" jq -e "$valid" "$file"
		ok "${file##*/}: spans" jq -r "$spans" "$file"
	done
	size=$(wc -c <samples/agents.vb)
	for n in 1 100 1000 5000 15000 $((size - 1)); do
		head -c "$n" samples/agents.vb | trace -
		ok "cut after $n bytes: valid" jq -e "$valid" "$tmp/out"
	done
	trace -i 9999 samples/agents.vb
	ok 'no records' [ "$(jq -c .traceEvents "$tmp/out")" = '[]' ]
	trace /dev/null
	ok 'no input' [ "$(jq -c .traceEvents "$tmp/out")" = '[]' ]
	trace -z samples/agents.vb
	ok 'compressed' sh -c "gzip -dc '$tmp/out' | jq -e '.traceEvents | length > 60'"
}

test_sample
test_selection
test_times
test_valid
summary

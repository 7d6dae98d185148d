#!/usr/bin/env bash
# bench.sh - measures each program beside the one that does the least for the same work
#
# usage: B=build scripts/bench.sh [--json]
#
# Both are run in turn, so that a machine that is busy at times is busy for both; medians are compared.  In the
# environment: BENCH_MB is the size of the trace (256), BENCH_RUNS how often each is run (5).  jq gets an eighth of it.
# All files are in memory where there is room.  A peer that is not installed is left out.
set -u
cd "$(dirname "$0")/.." || exit 1
B=${B:-build}
mb=${BENCH_MB:-256}
runs=${BENCH_RUNS:-5}
form=text
[ "${1:-}" != --json ] || form=json
export LC_ALL=C

# free FOLDER: MiB that are free there
free()
{
	df -Pk "$1" 2>/dev/null | awk 'NR == 2 { print int($4 / 1024) }'
}

folder=/dev/shm
if [ ! -w $folder ] || [ "$(free $folder)" -lt $((12 * mb)) ]; then
	folder=${TMPDIR:-/tmp}
fi
tmp=$(mktemp -d "$folder/bench-XXXXXX") || exit 1
trap 'rm -rf "$tmp"' EXIT

# clock COMMAND: seconds that a shell command takes
clock()
{
	local start=$EPOCHREALTIME
	eval "$1" || echo "bench: failed: $1" >&2
	awk -v a="$start" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.4f\n", b - a }'
}

# median FILE
median()
{
	sort -n "$1" | awk '{ t[NR] = $1 } END { print NR % 2 ? t[(NR + 1) / 2] : (t[NR / 2] + t[NR / 2 + 1]) / 2 }'
}

# in_turn COMMAND PEER: medians of both, in $ours and $theirs
in_turn()
{
	: >"$tmp/ours"
	: >"$tmp/theirs"
	for ((run = 0; run < runs; run++)); do
		clock "$1" >>"$tmp/ours"
		clock "$2" >>"$tmp/theirs"
	done
	ours=$(median "$tmp/ours")
	theirs=$(median "$tmp/theirs")
}

# rows of the report: work, MiB, what beside, ours, theirs, figure, "at most" or "at least", aim
rows=$tmp/rows
: >"$rows"

# row WORK MIB BESIDE OURS THEIRS FIGURE HOW AIM
row()
{
	(IFS=$'\t'; echo "$*") >>"$rows"
}

# missing PROGRAM WORK
missing()
{
	command -v "$1" >/dev/null && return 1
	echo "bench: $2: skipped: no $1 here" >&2
}

# slower WORK MIB BESIDE COMMAND PEER AIM: may take so many times as long
slower()
{
	in_turn "$4" "$5"
	row "$1" "$2" "$3" "$ours" "$theirs" "$(awk -v a="$ours" -v b="$theirs" 'BEGIN { printf "%.2f", a / b }')" \
		'at most' "$6"
}

# faster WORK MIB BESIDE COMMAND PEER AIM: must be so many times as fast
faster()
{
	in_turn "$4" "$5"
	row "$1" "$2" "$3" "$ours" "$theirs" "$(awk -v a="$ours" -v b="$theirs" 'BEGIN { printf "%.1f", b / a }')" \
		'at least' "$6"
}

# resident COMMAND: KiB that a program had in memory at most; without a timer that tells, by looking now and then
resident()
{
	local kib=0 now
	if command -v /usr/bin/time >/dev/null; then
		/usr/bin/time -q -f %M -o "$tmp/kib" "$@" >/dev/null
		cat "$tmp/kib"
		return
	fi
	"$@" >/dev/null &
	while now=$(sed -n 's/^VmHWM:[^0-9]*\([0-9]*\) kB$/\1/p' "/proc/$!/status" 2>/dev/null) && [ -n "$now" ]; do
		kib=$now
		sleep 0.02
	done
	wait $!
	echo "$kib"
}

# memory WORK MIB COMMAND ...
memory()
{
	local kib
	kib=$(resident "${@:3}")
	row "$1, memory" "$2" '' '' '' "$(awk -v k="$kib" 'BEGIN { printf "%.1f", k / 1024 }')" 'at most' 16
}

DB2GTF=$B/db2gtf
small=$((mb / 8))
[ $small -gt 0 ] || { echo 'bench: BENCH_MB must be at least 8' >&2; exit 1; }
echo "bench: makes traces of $mb MiB in $tmp" >&2
for form_of in vb gz; do
	"$B/gen/bench" $form_of $((mb * 1024)) >"$tmp/$form_of"
done
"$B/gen/bench" vb $((small * 1024)) >"$tmp/vb.small"
"$B/gen/bench" listing $((mb * 1024)) >"$tmp/listing"
"$DB2GTF" -t json "$tmp/vb.small" >"$tmp/json"

slower 'vb to gtf, into a pipe' "$mb" 'cat | cat' "$DB2GTF -t gtf $tmp/vb | cat >/dev/null" "cat $tmp/vb | cat >/dev/null" 1.5
missing pigz 'gz to gtf' ||
	slower 'gz to gtf' "$mb" 'pigz -dc' "$DB2GTF -t gtf $tmp/gz >/dev/null" "pigz -dc $tmp/gz >/dev/null" 1.0
missing xxd 'vb to dump' ||
	faster 'vb to dump' "$mb" xxd "$DB2GTF -t dump $tmp/vb >/dev/null" "xxd $tmp/vb >/dev/null" 12
missing jq 'vb to json' ||
	faster 'vb to json' $small 'jq -c .' "$DB2GTF -t json $tmp/vb.small >/dev/null" "jq -c . $tmp/json >/dev/null" 15
if ! missing xxd 'listing to gtf'; then
	xxd -p "$tmp/vb" >"$tmp/hex"
	faster 'listing to gtf' "$mb" 'xxd -r -p' "$DB2GTF -t gtf $tmp/listing >/dev/null" \
		"xxd -r -p $tmp/hex >/dev/null" 5
fi
"$B/gen/le" 1 $((mb * 1479)) >"$tmp/ceedump"
slower 'CEEDUMP to calls' "$mb" 'wc -l' "$B/letrace -t calls $tmp/ceedump >/dev/null" "wc -l <$tmp/ceedump >/dev/null" 5

# Not a peer but the program itself, with an eighth of the input.
for to in gtf dump; do
	in_turn "$DB2GTF -t $to $tmp/vb >/dev/null" "$DB2GTF -t $to $tmp/vb.small >/dev/null"
	row "vb to $to, 8 times the input" "$mb" "$small MiB" "$ours" "$theirs" \
		"$(awk -v a="$ours" -v b="$theirs" -v n="$mb" -v m=$small 'BEGIN { printf "%.2f", a * m / (b * n) }')" \
		'at most' 1.1
done
for to in gtf dump json; do
	memory "vb to $to" $small "$DB2GTF" -t $to "$tmp/vb.small"
	memory "vb to $to" "$mb" "$DB2GTF" -t $to "$tmp/vb"
done
memory 'gz to gtf' "$mb" "$DB2GTF" -t gtf "$tmp/gz"
memory 'listing to gtf' "$mb" "$DB2GTF" -t gtf "$tmp/listing"

jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
awk -F '\t' -v form=$form -v runs="$runs" -v processors="$jobs" '
function met()
{
	return $7 == "at most" ? $6 + 0 <= $8 + 0 : $6 + 0 >= $8 + 0
}

BEGIN {
	if (form == "json")
		printf "{\"processors\":%d,\"runs\":%d,\"rows\":[", processors, runs
	else
		printf "%-32s %5s %9s %9s  %-10s %7s  %-14s\n", "work", "MiB", "ours", "beside", "", "figure", "aim"
}

form == "json" {
	printf "%s\n{\"work\":\"%s\",\"mib\":%d,\"beside\":\"%s\",", (NR > 1 ? "," : ""), $1, $2, $3
	printf "\"seconds\":%s,\"beside_seconds\":%s,", $4 == "" ? "null" : $4 + 0, $5 == "" ? "null" : $5 + 0
	printf "\"figure\":%s,\"aim\":\"%s %s\",\"met\":%s}", $6, $7, $8, met() ? "true" : "false"
}

form == "text" {
	printf "%-32s %5d %9s %9s  %-10s %7s  %-14s%s\n", $1, $2, $4, $5, $3, $6, $7 " " $8, met() ? "" : "missed"
}

END {
	if (form == "json")
		print "\n]}"
}' "$rows"

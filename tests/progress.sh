#!/bin/sh
# progress.sh - how far a run is: on a terminal by itself, elsewhere when it is asked for
#
# The terminal is one that script(1) makes; what stands on it goes to a file.
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib/check.sh
if ! script -qec true /dev/null </dev/null >/dev/null 2>&1; then
	skip 'needs script (util-linux)'
fi
mkfifo "$tmp/slow"

# The sample twice, the second one three seconds later.
slow()
{
	{
		cat samples/sql.vb
		sleep 3
		cat samples/sql.vb
	} >"$tmp/slow" &
}

# on_terminal COMMAND: leaves what stands on the terminal in $tmp/seen, a line each time the cursor goes to its start
on_terminal()
{
	script -qec "$1" /dev/null </dev/null 2>/dev/null | tr '\r' '\n' >"$tmp/seen"
}

# shows N PATTERN: so many lines of it fit
shows()
{
	[ "$(grep -c -e "$2" "$tmp/seen")" -eq "$1" ]
	tally $? "not $1 lines like $2" || head -n 20 "$tmp/seen"
}

line='^db2gtf: [0-9.]* [KMG]*i*B.*, [0-9.]* [KMG]*i*B/s'

on_terminal "'$B/db2gtf' -t none samples/sql.vb"
shows 0 .
on_terminal "'$B/db2gtf' -t none --progress samples/sql.vb"
shows 2 "$line"
shows 2 ', 100 %, '
on_terminal "'$B/db2gtf' -t none --progress -q samples/sql.vb"
shows 0 .

# drawn when the second comes, and taken away for the message
slow
on_terminal "'$B/db2gtf' -o '$tmp/out' '$tmp/slow' nowhere"
shows 1 "$line"
shows 1 '^db2gtf: nowhere: cannot open'
shows 0 '%\|left'

# over output on the same terminal nothing is drawn
slow
on_terminal "'$B/db2gtf' -t dump '$tmp/slow'"
shows 0 /s

# the sisters have it too
on_terminal "'$B/letrace' -t none --progress samples/le-posix.txt"
shows 2 '^letrace: .*, 100 %, '
on_terminal "'$B/vmtrace' --progress -o '$tmp/out' samples/cp-run.bin"
shows 2 '^vmtrace: .*, 100 %, '

"$B/db2gtf" -t none --progress samples/sql.vb >"$tmp/seen" 2>&1
shows 1 "$line"
"$B/db2gtf" -t none samples/sql.vb >"$tmp/seen" 2>&1
shows 0 .
summary

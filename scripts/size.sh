#!/bin/sh
# size.sh - fails for a file over 400 lines, a function over 60 lines, a line over 100 columns, or blanks at a line's end
#
# Files whose first ten lines contain the words "table file" may be as long as their table.  A function is what stands
# between a brace in the first column and the next one; only those in src are held to the limit.
set -eu
cd "$(dirname "$0")/.."

find src include tests -name '*.[ch]' 2>/dev/null | sort | LC_ALL=C awk '
function complain(text)
{
	print "size: " text
	bad = 1
}

# Columns of a line: a tab goes to the next multiple of eight, a character of several bytes counts once.
function columns(line,    n, part, i, at)
{
	gsub(/[\200-\277]/, "", line)
	n = split(line, part, "\t")
	for (i = 1; i <= n; i++)
		at += length(part[i]) + (i < n ? 8 - (at + length(part[i])) % 8 : 0)
	return at
}

function read_file(file,    line, number, table, name, start)
{
	while ((getline line < file) > 0) {
		number++
		if (number <= 10 && line ~ /table file/)
			table = 1
		if (length(line) > 60 && columns(line) > 100)
			complain(file ":" number ": " columns(line) " columns, limit 100")
		if (line ~ /[ \t\r]$/)
			complain(file ":" number ": blanks at the end of the line")
		if (file !~ /^src\//)
			continue
		if (line ~ /^[A-Za-z_][A-Za-z_0-9]*\(/) {
			name = line
			sub(/\(.*/, "", name)
		}
		if (line == "{")
			start = number
		if (line ~ /^}/ && start) {
			if (number - start - 1 > 60)
				complain(file ":" start ": " name " has " number - start - 1 " lines, limit 60")
			start = 0
		}
	}
	close(file)
	if (number > 400 && !table)
		complain(file ": " number " lines, limit 400 (a table file says so in its first lines)")
}

{ read_file($0) }

END { exit bad }'

#!/bin/sh
# help_man.sh - makes the man page of a script that is installed, ztrace-NAME, from what the script says of itself
#
# Usage: help_man.sh SCRIPT DATE
#
# Its first comment has one line on what it does; the rest is its --help: "Usage:", paragraphs, lists that are
# indented by two blanks and have two blanks between a name and its text, and "Exit status:" as the last paragraph.
set -eu
script=$1 date=$2
name=${script##*/}
what=$(sed -n "s/^# ${name#ztrace-} - //p" "$script")

printf '.Dd %s\n.Dt %s 1\n.Os\n.Sh NAME\n.Nm %s\n.Nd %s\n' "$date" \
    "$(echo "$name" | tr '[:lower:]' '[:upper:]')" "$name" "$what"
sh "$script" --help | awk '
# A line of text: no request, no quoting, and a dash is one.
function plain(text)
{
	gsub(/\\/, "\\e", text)
	gsub(/-/, "\\-", text)
	gsub(/"/, "\\(dq", text)
	if (text ~ /^[.\047]/)
		text = "\\&" text
	return text
}

# Sentences begin on lines of their own.
function say(text)
{
	text = plain(text)
	gsub(/\. +/, ".\n", text)
	print text
}

function close_list()
{
	if (list)
		print ".El"
	list = 0
}

NR == 1 {
	sub(/^Usage: [a-z-]+ /, "")
	printf ".Sh SYNOPSIS\n.Nm\n"
	n = split($0, word)
	for (i = 1; i <= n; i++) {
		rest = word[i]
		while (i < n && rest ~ /^\[/ && rest !~ /\]$/)
			rest = rest " " word[++i]
		gsub(/[][]/, "", rest)
		print (word[i] ~ /\]$/ ? ".Op " : ".Ar ") (rest ~ /^-- / ? "Fl - Ar " substr(rest, 4) : word[i] ~ /\]$/ ? "Ar " rest : rest)
	}
	print ".Sh DESCRIPTION"
	next
}
/^$/ {
	blank = 1
	next
}
/^  +[^ ]/ && !(list && /^         +/) {
	if (!match($0, /[^ ]  +[^ ]/) && match($0, /--[^ ]+ [^ ]/))
		RSTART += RLENGTH - 3
	if (RSTART > 0 && substr($0, RSTART + 1, 2) !~ /^  $/)
		RLENGTH = 3
	if (!list)
		print ".Bl -tag -width Ds"
	list = 1
	blank = 0
	item = substr($0, 1, RSTART)
	text = substr($0, RSTART + RLENGTH - 1)
	if (RSTART == 0)
		item = $0
	sub(/^ +/, "", item)
	print ".It Sy " plain(item)
	if (RSTART > 0)
		say(text)
	next
}
/^  / {
	sub(/^ +/, "")
	say($0)
	next
}
/^Exit status: / {
	close_list()
	print ".Sh EXIT STATUS"
	sub(/^Exit status: /, "")
	blank = 0
}
{
	close_list()
	if (blank && said)
		print ".Pp"
	blank = 0
	said = 1
	say($0)
}
END {
	close_list()
	printf ".Sh SEE ALSO\n.Xr db2gtf 1\n"
}'

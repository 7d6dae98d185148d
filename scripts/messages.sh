#!/bin/sh
# messages.sh - fails for a message of a program that its man page does not explain
#
# Usage: messages.sh          looks at all pages that explain messages
#        messages.sh PROGRAM  shows the messages of a program: level, kind, file
#
# A message is the text that diag_note, _warn, _damage or _fail is called with; its kind is what stands before " (",
# with * for what varies.  A page explains it by an item of that text, Ar and a word for what varies, in the
# subsection of its level.  db2gtf's page has the messages of all folders that the programs share.
set -eu
cd "$(dirname "$0")/.."

# sources PROGRAM: the files whose messages its page has
sources()
{
	case $1 in
	db2gtf) find src -name '*.c' | grep -v -e '^src/le/' -e '^src/vm/' -e '^src/lib/' -e '^src/main/[^d]' ;;
	letrace) find src/le src/main/letrace*.c -name '*.c' ;;
	vmtrace) find src/vm src/main/vmtrace*.c -name '*.c' ;;
	esac
}

# said PROGRAM: its messages, a line each; texts that are made elsewhere (only "*") are left out
said()
{
	sources "$1" | while read -r file; do
		awk -v file="$file" '
		{ text = text $0 "\n" }
		END {
			# one string where the compiler sees one
			gsub(/"[ \t\n]*PRI[a-zA-Z0-9]*[ \t\n]*"/, "u", text)
			gsub(/"[ \t\n]*"/, "", text)
			call = "diag_(note|warn|damage|fail)\\([^;\"]*\"([^\"\\\\]|\\\\.)*\""
			while (match(text, call)) {
				found = substr(text, RSTART, RLENGTH)
				text = substr(text, RSTART + RLENGTH)
				level = substr(found, 6, index(found, "(") - 6)
				sub(/^[^"]*"/, "", found)
				sub(/"$/, "", found)
				sub(/ \(.*/, "", found)
				gsub(/(%[-0-9.*#lhjzt]*[a-zA-Z])+/, "*", found)
				if (found !~ /^[*: ]*$/)
					print level "\t" found "\t" file
			}
		}' "$file"
	done
	# known forms that are refused are a table; of what is not known the message is put together
	[ "$1" != db2gtf ] || sed -n -e 's/^\t{ "\(.*\)", refuse_.*/fail\t\1\tsrc\/input\/refuse.c/p' \
	    -e 's/.*buf_str(words, "\(not .*\) ");/fail\t\1 *\tsrc\/input\/refuse.c/p' src/input/refuse.c
}

# explained PAGE: the items of its subsections, as "level kind"
explained()
{
	awk '
	/^\.S[sh] / {
		level = ""
		if ($0 ~ /^\.Ss Failures/) level = "fail"
		if ($0 ~ /^\.Ss Damage/) level = "damage"
		if ($0 ~ /^\.Ss Warnings/) level = "warn"
		if ($0 ~ /^\.Ss Notes/) level = "note"
	}
	level != "" && /^\.It / {
		sub(/^\.It /, "")
		gsub(/ Ns /, "")
		gsub(/Ar [a-z]+/, "*")
		gsub(/ No /, " ")
		gsub(/ No$/, "")
		gsub(/ : /, ": ")
		gsub(/ , /, ", ")
		gsub(/\\-/, "-")
		gsub(/\\&/, "")
		gsub(/\\\(aq/, "\047")
		print level "\t" $0
	}' "$1"
}

if [ $# -gt 0 ]; then
	said "$1" | sort -u
	exit
fi
new=$(mktemp)
trap 'rm -f "$new"' EXIT
status=0
for program in db2gtf letrace vmtrace; do
	page=man/$program.1
	grep -q '^\.Ss Damage' "$page" || continue
	explained "$page" >"$new"
	said "$program" | sort -u | awk -F '\t' -v page="$page" '
		NR == FNR { known[$0] = 1; next }
		{ used[$1 "\t" $2] = 1 }
		!(($1 "\t" $2) in known) {
			print page ": does not explain a message of " $3 " (" $1 "): " $2
			bad = 1
		}
		END {
			for (item in known)
				if (!(item in used)) {
					print page ": explains what no source says: " item
					bad = 1
				}
			exit bad
		}' "$new" - || status=1
done
exit $status

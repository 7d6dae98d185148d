#!/bin/sh
# readme.sh - runs the commands of README.md and compares what they print with what stands there
#
# In blocks marked "console" a line that begins with "$ " is a command, and the
# lines up to the next one are what it prints on both outputs. The commands run
# in a folder of their own, where `build` and `samples` are those of the project.
# "readme.sh -u" writes what they print into README.md.
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib/check.sh
. tests/lib/links.sh
work=$tmp/work
mkdir "$work"
ln -s "$B" "$work/build"
export DB2GTF="$B/db2gtf"
ln -s "$top/samples" "$work/samples"
ln -s "$top/scripts" "$work/scripts"

# the sample is what its generator makes
if ! [ -x "$B/gen/sql" ]; then
	tally 1 "there is no $B/gen/sql: make check, or make everything, builds it"
	summary
	exit
elif ! "$B/gen/sql" | cmp - samples/sql.vb; then
	tally 1 'samples/sql.vb is another'
	summary
	exit
fi

for tool in jq xxd; do
	if ! command -v $tool >/dev/null; then
		skip "needs $tool (scripts/setup --dev installs it)"
	fi
done

# Copies README.md, with what each command prints now; run by awk one at a time.
LC_ALL=C awk -v work="$work" '
	/^```console$/ { inside = 1; print; next }
	/^```$/ { inside = 0 }
	inside && /^\$ / {
		print
		fflush()
		command = substr($0, 3)
		gsub(/\047/, "\047\\\047\047", command)
		system("cd " work " && sh -c \047" command "\047 2>&1")
		next
	}
	inside { next }
	{ print; fflush() }' README.md >"$tmp/now"

commands=$(grep -c '^\$ ' README.md)
if [ "${1:-}" = -u ]; then
	cp "$tmp/now" README.md
elif ! diff README.md "$tmp/now"; then
	passed=$((commands - 1))
	tally 1 'what its commands print has changed'
else
	passed=$commands
fi
ok_links "$top/README.md"
summary

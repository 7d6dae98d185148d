#!/bin/sh
# readme.sh - runs the commands of README.md and compares what they print with what stands there
#
# In blocks marked "console" a line that begins with "$ " is a command, and the
# lines up to the next one are what it prints on both outputs. The commands run
# in a folder of their own, where `build` and `samples` are those of the project.
# "readme.sh -u" writes what they print into README.md.
set -u
cd "$(dirname "$0")/.." || exit 1
top=$PWD
B=${B:-build}
case $B in /*) ;; *) B=$top/$B ;; esac
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
ln -s "$B" "$work/build"
export DB2GTF="$B/db2gtf"
ln -s "$top/samples" "$work/samples"
ln -s "$top/scripts" "$work/scripts"

# the sample is what its generator makes
if ! "$B/gen/sql" | cmp - samples/sql.vb; then
	echo "readme: 0 passed, 1 failed"
	exit 1
fi

for tool in jq xxd; do
	if ! command -v $tool >/dev/null; then
		echo "readme: skipped: needs $tool (scripts/setup --dev installs it)"
		exit 0
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
	{ print; fflush() }' README.md >"$work/now"

commands=$(grep -c '^\$ ' README.md)
if [ "${1:-}" = -u ]; then
	cp "$work/now" README.md
elif ! diff README.md "$work/now"; then
	echo "readme: what its commands print has changed"
	echo "readme: $((commands - 1)) passed, 1 failed"
	exit 1
fi
echo "readme: $commands passed, 0 failed"

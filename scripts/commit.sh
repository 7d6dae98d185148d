#!/bin/sh
# commit.sh - says which commit the sources are of: "HASH SECONDS", and "changed" where what is installed differs from it
#
# SECONDS is when the commit was made, since 1970. In what git archive packs, COMMIT has both; in a clone git is asked.
# Elsewhere nothing is known, and nothing is said.
set -eu
cd "$(dirname "$0")/.."
read -r commit <COMMIT
case $commit in
[0-9a-f]*)
	echo "$commit"
	;;
*)
	[ -e .git ] && commit=$(git log -1 --format='%H %ct' 2>/dev/null) || exit 0
	git diff --quiet HEAD -- src include scripts/sweep scripts/spread scripts/chart scripts/archive.sh \
	    scripts/command.sh || commit="$commit changed"
	echo "$commit"
	;;
esac

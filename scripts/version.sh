#!/bin/sh
# version.sh - says which version the sources are, as --version of all programs does: "0.1 (commit 0123456789ab)"
set -eu
cd "$(dirname "$0")/.."
version=$(sed -n 's/.*ZTRACE_VERSION "\(.*\)"/\1/p' include/ztrace/version.h)
# these are words
# shellcheck disable=SC2046
set -- $(sh scripts/commit.sh)
if [ $# -gt 0 ]; then
	printf '%s (commit %.12s%s)\n' "$version" "$1" "${3:+ with changes}"
else
	printf '%s\n' "$version"
fi

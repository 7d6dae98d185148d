# command.sh - what scripts that users call share: where and what they are, and how they speak
#
# Sourced by those beside it; where they are installed it is a part of them, and version is set (scripts/mk_script.sh).
# shellcheck shell=sh
version=''
called=${0##*/}
self=$(readlink -f "$0" 2>/dev/null) || self=$0
here=$(cd "$(dirname "$self")" && pwd -P) || exit 1
self=$here/${self##*/}

say()
{
	printf '%s: %s\n' "$called" "$*" >&2
}

# die WORDS: tells why, and ends with status 1
die()
{
	say "$*"
	exit 1
}

# show_version: and ends
show_version()
{
	[ -n "$version" ] || version=$(sh "$here/version.sh") || exit 1
	printf '%s %s\n' "$called" "$version"
	exit
}

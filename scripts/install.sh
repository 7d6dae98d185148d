#!/bin/sh
# install.sh - puts files where they belong, or takes them away again
#
# Usage: install.sh install|remove DESTDIR LIST MODE=SOURCE=TARGET ...
#
# MODE "link" makes a symbolic link with the text SOURCE. DESTDIR goes in front of each TARGET, and of LIST: a file that
# names the folders that had to be made, so that they can be removed, too, if nobody else has put anything there.
set -eu
action=$1 dest=$2 list=$3
shift 3
made=''
nl='
'

# make_folder FOLDER: and those above it
make_folder()
{
	if [ ! -d "$dest$1" ]; then
		make_folder "${1%/*}"
		mkdir "$dest$1"
		made="$made$1$nl"
	fi
}

# put MODE SOURCE TARGET
put()
{
	make_folder "${3%/*}"
	if [ "$1" = link ]; then
		rm -f "$dest$3"
		ln -s "$2" "$dest$3"
	else
		# a program that runs is replaced, not written over
		cp "$2" "$dest$3.new"
		chmod "$1" "$dest$3.new"
		mv -f "$dest$3.new" "$dest$3"
	fi
}

# folders are made as a system has them, whatever the user's own files are like
umask 022
for entry in "$list" "$@"; do
	case ${entry##*=} in
	/*)	;;
	*)	echo "install: ${entry##*=} does not begin with a slash" >&2
		exit 1 ;;
	esac
done
case $action in
install)
	[ -z "$dest" ] || mkdir -p "$dest"
	for entry; do
		target=${entry##*=} rest=${entry%=*}
		put "${rest%%=*}" "${rest#*=}" "$target"
	done
	printf '%s' "$made" >>"$dest$list"
	;;
remove)
	for entry; do
		rm -f "$dest${entry##*=}"
	done
	if [ -f "$dest$list" ]; then
		folders=$(sort -r "$dest$list")
		rm "$dest$list"
		echo "$folders" | while IFS= read -r folder; do
			[ -z "$folder" ] || rmdir "$dest$folder" 2>/dev/null || :
		done
	fi
	;;
esac
# so that programs find the shared library, or do not look for it any more
if [ -z "$dest" ] && [ "$(id -u)" -eq 0 ] && command -v ldconfig >/dev/null; then
	ldconfig || :
fi

#!/bin/sh
# install.sh - puts files where they belong, or takes them away again
#
# Usage: install.sh install|remove DESTDIR MODE=SOURCE=TARGET ...
#
# MODE "link" makes a symbolic link with the text SOURCE. DESTDIR goes in front of each TARGET. Removing takes folders
# away too that are empty then, but none of those that a system has anyway.
set -eu
action=$1 dest=$2
shift 2

put()
{
	mkdir -p "${to%/*}"
	if [ "$mode" = link ]; then
		rm -f "$to"
		ln -s "$from" "$to"
	else
		# a program that runs is replaced, not written over
		cp "$from" "$to.new"
		chmod "$mode" "$to.new"
		mv -f "$to.new" "$to"
	fi
}

# prune FOLDER: it and those above it, below DESTDIR, as long as they are empty
prune()
{
	folder=$1
	while [ "$folder" != "$dest" ] && [ -n "$folder" ]; do
		if [ -z "$dest" ]; then
			case ${folder#/usr/local} in
			'' | /usr | */bin | */lib | */include | */share | */man | */man[0-9] | */doc | */pkgconfig)
				case $folder in /usr | /usr/*) return ;; esac ;;
			esac
		fi
		rmdir "$folder" 2>/dev/null || return 0
		folder=${folder%/*}
	done
}

# folders are made as a system has them, whatever the user's own files are like
umask 022
for entry; do
	mode=${entry%%=*} to=$dest${entry##*=}
	from=${entry#*=}
	from=${from%=*}
	case $action in
	install) put ;;
	remove)	rm -f "$to" ;;
	esac
done
if [ "$action" = remove ]; then
	for entry; do
		to=$dest${entry##*=}
		prune "${to%/*}"
	done
elif [ -z "$dest" ] && [ "$(id -u)" -eq 0 ] && command -v ldconfig >/dev/null; then
	# so that programs find the shared library
	ldconfig || :
fi

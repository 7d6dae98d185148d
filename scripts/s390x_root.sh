#!/bin/sh
# s390x_root.sh - makes a folder with the s390x libraries and headers that `make check-s390x` builds with
#
# usage: scripts/s390x_root.sh FOLDER           makes it anew
#        scripts/s390x_root.sh --check FOLDER   tries what is there, with the cross compiler and the emulator
#
# Debian's packages for s390x come through apt, from the sources of this system, checked as always, but with lists and a
# cache of their own; they are unpacked, not installed.  So nothing of this system changes, not even the architectures
# that dpkg knows, and no root is needed.
set -eu

PACKAGES='libc6-dev zlib1g-dev libbz2-dev check'

# works ROOT: programs can be built with it, and run
works()
{
	try=$(mktemp)
	trap 'rm -rf "$try" ${new:+"$new"}' EXIT
	printf '%s\n' '#include <bzlib.h>' '#include <check.h>' '#include <zlib.h>' 'int main(void)' \
	    '{ return suite_create("x") == 0 || zlibVersion() == 0 || BZ2_bzlibVersion() == 0; }' |
	    s390x-linux-gnu-gcc --sysroot="$1" -pthread -x c - -o "$try" -lcheck_pic -lsubunit -lm -lrt -lbz2 -lz
	qemu-s390x-static -L "$1" "$try"
}

# fetch FOLDER: the packages and what they need, in FOLDER/archives
fetch()
{
	mkdir -p "$1/lists/partial" "$1/archives/partial"
	cat >"$1/conf" <<-END
	APT::Architecture "s390x";
	APT::Architectures { "s390x"; };
	APT::Install-Recommends "false";
	APT::Sandbox::User "root";
	Dir::State "$1";
	Dir::State::status "/dev/null";
	Dir::Cache "$1";
	END
	export APT_CONFIG="$1/conf"
	apt-get -qq update
	# shellcheck disable=SC2086 # these are several words
	apt-get -qq -y --download-only install $PACKAGES
}

# unpack FOLDER DEB ...: with /lib as a link, as systems have it whatever the packages do
unpack()
{
	folder=$1
	shift
	mkdir -p "$folder/usr/lib"
	ln -s usr/lib "$folder/lib"
	for deb; do
		dpkg-deb --fsys-tarfile "$deb" | tar -xf - -C "$folder" --keep-directory-symlink --no-same-owner
	done
	# links to absolute paths would lead out of the folder
	find "$folder/usr/lib" -type l -lname '/*' | while read -r link; do
		ln -sfr "$folder$(readlink "$link")" "$link"
	done
}

if [ "$1" = --check ]; then
	works "$2"
	exit
fi
rm -rf "$1" "$1.new"
mkdir -p "$1.new"
new=$(cd "$1.new" && pwd)
trap 'rm -rf "$new"' EXIT
fetch "$new/apt"
unpack "$new/root" "$new"/apt/archives/*.deb
mv "$new/root" "$1"
works "$1"

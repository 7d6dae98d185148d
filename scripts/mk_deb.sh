#!/bin/sh
# mk_deb.sh - makes Debian packages of what make install has put into a folder: ztrace, libztrace0, libztrace-dev
#
# Usage: mk_deb.sh FOLDER OUTPUT-FOLDER VERSION [HASH SECONDS [changed]]
#
# Each package gets its files out of FOLDER, which is empty then.  Needs dpkg-deb, and objdump to find out which
# libraries are needed.  The same commit gives the same bytes: all times are the commit's.
set -eu
cd "$(dirname "$0")/.."
all=$1 out=$2 version=$3 hash=${4:-} seconds=${5:-} changed=${6:-}
maintainer='ztrace maintainers <ztrace@users.noreply.github.com>'
arch=$(dpkg --print-architecture)
[ -n "$seconds" ] || seconds=$(stat -c %Y include/ztrace/version.h)
[ -z "$hash" ] || version=$version+$(date -u -d "@$seconds" +%Y%m%d.%H%M).$(echo "$hash" | cut -c 1-8)
[ -z "$changed" ] || version=$version.changed
export SOURCE_DATE_EPOCH="$seconds" DPKG_DEB_THREADS_MAX=1
umask 022
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

shared=$(cd "$all" && find usr/lib -name libztrace.so.0)
libdir=${shared%/*}
find "$all/usr/bin" -type f ! -name 'ztrace-*' -exec strip --strip-unneeded -R .comment -R .note {} +
strip --strip-unneeded -R .comment -R .note "$all/$shared"
strip --strip-debug -D -R .comment "$all/$libdir/libztrace.a"
chmod 644 "$all/$shared"
find "$all/usr/share/man" -type f -exec gzip -9n {} +
rm "$all/usr/share/doc/ztrace/LICENSE" "$all/usr/share/doc/ztrace/folders"

# the README's links to what is elsewhere in Debian, and what it says of it
readme=$all/usr/share/doc/ztrace/README.md
sed -e 's,](LICENSE),](/usr/share/common-licenses/Apache-2.0),' \
    -e 's,](samples/ifcids.c),](../libztrace-dev/examples/ifcids.c),' \
    -e 's,^cc samples/ifcids.c,cc /usr/share/doc/libztrace-dev/examples/ifcids.c,' "$readme" >"$work/README.md"
mv "$work/README.md" "$readme"

# give PACKAGE PATH ...: moves files into a package
give()
{
	package=$1
	shift
	for path; do
		mkdir -p "$work/$package/$(dirname "$path")"
		mv "$all/$path" "$work/$package/$path"
	done
}

# needs FILE ...: the packages with the libraries that programs need, and which version of the C library
needs()
{
	libc=$(objdump -T "$@" | sed -n 's/.*(*GLIBC_\([0-9.]*\)).*/\1/p' | sort -uV | tail -n 1)
	objdump -p "$@" | awk '$1 == "NEEDED" { print $2 }' | sort -u | while read -r soname; do
		owner=$(dpkg-query -S "*/$soname" | sed 's/[:,].*//' | sort -u | head -n 1)
		case $owner in
		libc6*)	echo "$owner (>= $libc)" ;;
		*)	echo "$owner" ;;
		esac
	done | sort -u | paste -s -d , - | sed 's/,/, /g'
}

# doc PACKAGE: what every package has
doc()
{
	folder=$work/$1/usr/share/doc/$1
	mkdir -p "$folder"
	cat >"$folder/copyright" <<-END
	Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
	Upstream-Name: ztrace
	
	Files: *
	Copyright: $(date -u -d "@$seconds" +%Y) the ztrace authors
	License: Apache-2.0
	
	License: Apache-2.0
	 On Debian systems the full text of the Apache License, version 2.0, is in
	 /usr/share/common-licenses/Apache-2.0.
	END
	{
		printf 'ztrace (%s) unstable; urgency=medium\n\n' "$version"
		printf '  * Made from commit %s.\n\n' "${hash:-unknown}${changed:+, with changes}"
		printf ' -- %s  %s\n' "$maintainer" "$(LC_ALL=C date -u -d "@$seconds" '+%a, %d %b %Y %H:%M:%S +0000')"
	} | gzip -9n >"$folder/changelog.gz"
}

# pack PACKAGE SECTION DEPENDS: control, sums and the package; what it is stands on standard input
pack()
{
	package=$1 root=$work/$1
	doc "$package"
	mkdir -p "$root/DEBIAN"
	{
		printf 'Package: %s\nSource: ztrace\nVersion: %s\nArchitecture: %s\nMaintainer: %s\n' "$package" "$version" \
		    "$arch" "$maintainer"
		[ "$package" = ztrace ] || echo 'Multi-Arch: same'
		printf 'Installed-Size: %s\nSection: %s\nPriority: optional\nDepends: %s\n' \
		    "$(find "$root/usr" -type f -exec stat -c %s {} + | awk '{ n += int(($1 + 1023) / 1024) } END { print n }')" "$2" "$3"
		cat
	} >"$root/DEBIAN/control"
	(cd "$root" && find usr -type f | LC_ALL=C sort | xargs md5sum) >"$root/DEBIAN/md5sums"
	find "$root" -exec touch -h -d "@$seconds" {} +
	dpkg-deb -Zxz --root-owner-group -b "$root" "$out/${package}_${version}_$arch.deb"
}

mkdir -p "$out"
give libztrace0 "$shared"
bzip2=$(sed -n 's/^Libs.private:.*-lbz2.*/, libbz2-dev/p' "$all/$libdir/pkgconfig/ztrace.pc")
give libztrace-dev usr/include/ztrace.h "$libdir/libztrace.a" "$libdir/libztrace.so" "$libdir/pkgconfig/ztrace.pc"
[ ! -d "$all/usr/share/man/man3" ] || give libztrace-dev usr/share/man/man3
mkdir -p "$work/libztrace-dev/usr/share/doc/libztrace-dev/examples"
mv "$all/usr/share/doc/ztrace/samples/ifcids.c" "$work/libztrace-dev/usr/share/doc/libztrace-dev/examples/"
give ztrace usr/bin usr/share
if find "$all" ! -type d | grep .; then
	echo 'mk_deb: this is in no package' >&2
	exit 1
fi

rm -f "$out"/ztrace_*.deb "$out"/libztrace*_*.deb
mkdir -p "$work/ztrace/usr/share/lintian/overrides"
cat >"$work/ztrace/usr/share/lintian/overrides/ztrace" <<'END'
# these are functions and conditions of awk, inside the scripts
ztrace: bash-term-in-posix-shell *
END
pack ztrace utils "$(needs "$work"/ztrace/usr/bin/[!z]*)" <<'END'
Suggests: gnuplot-nox, parallel
Description: complete Db2 trace records out of z/OS GTF trace data
 db2gtf reads GTF trace data as it left z/OS (prints, VB files, tape images,
 all kinds of transfers), joins the segments that Db2 cut its records into, and
 writes complete records as text, JSON, CSV, SMF or GTF records.
 .
 letrace and vmtrace do the same service for trace tables of Language
 Environment and for trace entries of z/VM's CP. ztrace-sweep works through an
 archive of trace tapes, a bit more every night, ztrace-spread through many at
 a time.
END
mkdir -p "$work/libztrace0/DEBIAN"
echo 'libztrace 0 libztrace0' >"$work/libztrace0/DEBIAN/shlibs"
echo 'activate-noawait ldconfig' >"$work/libztrace0/DEBIAN/triggers"
{
	echo 'libztrace.so.0 libztrace0 #MINVER#'
	echo '* Build-Depends-Package: libztrace-dev'
	echo ' ZTRACE_0@ZTRACE_0 0.1'
	sed -n 's/^\t\(ztrace_.*\);/ \1@ZTRACE_0 0.1/p' src/lib/ztrace.map
} >"$work/libztrace0/DEBIAN/symbols"
pack libztrace0 libs "$(needs "$work/libztrace0/$shared")" <<'END'
Description: complete Db2 trace records out of z/OS GTF trace data - library
 The library reads GTF trace data as it left z/OS, joins the segments that Db2
 cut its records into, and hands out complete records with their fields.
 .
 This package has what programs need that were built with it.
END
pack libztrace-dev libdevel "libztrace0 (= $version), zlib1g-dev$bzip2" <<'END'
Description: complete Db2 trace records out of z/OS GTF trace data - development
 The library reads GTF trace data as it left z/OS, joins the segments that Db2
 cut its records into, and hands out complete records with their fields.
 .
 This package has the header, the library for static linking, and an example.
END

#!/bin/sh
# embed.sh - a program of somebody else's is built with the library as it is installed, and runs
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib/installed.sh
prefix=$tmp/prefix CC=${CC:-cc}
if ! pkg-config --version >/dev/null 2>&1 || ! command -v readelf >/dev/null; then
	skip 'needs pkg-config and readelf'
fi
ok 'install' make_it install DESTDIR= PREFIX="$prefix"
lib=$prefix/lib/libztrace.so.0
PKG_CONFIG_PATH=$prefix/lib/pkgconfig
export PKG_CONFIG_PATH
# shellcheck disable=SC2046 # these are several words, here and below
set -- $(pkg-config --cflags --libs ztrace)
ok 'pkg-config knows the version' test "$(pkg-config --modversion ztrace)" = "$("$B/db2gtf" -V | cut -d ' ' -f 2)"

# exports FILE NM-OPTION: the names that a library shows
exports()
{
	nm "$2" --defined-only "$1" | awk 'NF == 3 && $2 != "A" { sub(/@.*/, "", $3); print $3 }' | sort
}

# What the header declares is what they show, and the shared one with a version.
grep -v '^ [*]' include/ztrace/ztrace.h | grep -o 'ztrace_[a-z_]*(' | tr -d '(' | sort -u >"$tmp/declared"
exports "$lib" -D >"$tmp/exported"
ok 'the shared library shows what the header declares' diff "$tmp/declared" "$tmp/exported"
exports "$prefix/lib/libztrace.a" -g >"$tmp/exported"
ok 'the archive shows what the header declares' diff "$tmp/declared" "$tmp/exported"
ok 'names have a version' sh -c "nm -D '$lib' | grep -q 'ztrace_open@@ZTRACE_0'"
ok 'the library has its name' sh -c "readelf -d '$lib' | grep -q 'SONAME.*libztrace.so.0'"
ok 'names of the library start alike' fails grep -v '^ztrace_' "$tmp/declared"

# The example, with the shared library and with the archive.
"$B/db2gtf" -t csv samples/sql.vb | awk -F, 'NR > 1 { print $4 }' >"$tmp/wanted"
# runs PROGRAM: it prints the IFCIDs of the sample
runs()
{
	LD_LIBRARY_PATH=$prefix/lib "$1" samples/sql.vb | cut -f 1 | cmp "$tmp/wanted" -
}
strict='-Wall -Wextra -Werror -pedantic'
# shellcheck disable=SC2086
ok 'the example compiles' "$CC" $strict samples/ifcids.c "$@" -o "$tmp/shared"
ok 'it needs the shared library' sh -c "readelf -d '$tmp/shared' | grep -q 'NEEDED.*libztrace.so.0'"
ok 'the example gives the IFCIDs' runs "$tmp/shared"
# shellcheck disable=SC2046
ok 'the example compiles with the archive' "$CC" samples/ifcids.c $(pkg-config --cflags ztrace) "$prefix/lib/libztrace.a" \
    $(pkg-config --static --libs ztrace | sed 's/-lztrace//') -o "$tmp/static"
ok 'it does not need the shared library' fails sh -c "readelf -d '$tmp/static' | grep -q libztrace"
ok 'the example gives the IFCIDs with the archive' runs "$tmp/static"

# A program that has names of the library's inside for things of its own.
cat >"$tmp/own.c" <<'END'
#include <stdlib.h>
#define main example
#include "samples/ifcids.c"
#undef main
void buf_put(void), map_new(void), diag_fail(void), span_of(void), stream_peek(void), join_open(void), db2_decode(void);
void buf_put(void) { abort(); }
void map_new(void) { abort(); }
void diag_fail(void) { abort(); }
void span_of(void) { abort(); }
void stream_peek(void) { abort(); }
void join_open(void) { abort(); }
void db2_decode(void) { abort(); }
int main(int argc, char *argv[]) { return example(argc, argv); }
END
ok 'a program with names of its own compiles' "$CC" -I. -rdynamic "$tmp/own.c" "$@" -o "$tmp/own"
ok 'its names are its own' runs "$tmp/own"
# shellcheck disable=SC2046
ok 'a program with names of its own, with the archive' "$CC" -I. "$tmp/own.c" $(pkg-config --cflags ztrace) \
    "$prefix/lib/libztrace.a" $(pkg-config --static --libs ztrace | sed 's/-lztrace//') -o "$tmp/own"
ok 'its names are its own there too' runs "$tmp/own"

# The header stands alone, in C of any year and in C++.
printf '#include <ztrace.h>\nextern struct ztrace_record r;\n' >"$tmp/alone.c"
for std in c99 c11; do
	# shellcheck disable=SC2086
	ok "the header in $std" "$CC" $strict -std=$std -fsyntax-only -I"$prefix/include" "$tmp/alone.c"
done
if command -v c++ >/dev/null; then
	# shellcheck disable=SC2086
	ok 'the header in C++' c++ $strict -fsyntax-only -I"$prefix/include" -x c++ "$tmp/alone.c"
fi
ok 'it says when it is damaged' sh -c "LD_LIBRARY_PATH='$prefix/lib' '$tmp/shared' samples/figure1.txt 2>&1 |
    grep -q '^ifcids: samples/figure1.txt: record '"

ok 'uninstall' make_it uninstall DESTDIR= PREFIX="$prefix"
ok 'uninstall leaves something' test ! -e "$prefix"
summary

#!/bin/sh
# install.sh - what make install puts where, and that make uninstall takes all of it away
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib/installed.sh
. tests/lib/links.sh
dest=$tmp/dest prefix=/opt/some

# has MODE FILE
has()
{
	ok "$2 is installed" test -f "$dest$prefix/$2"
	ok "$2 is for everybody" test -n "$(find "$dest$prefix/$2" -perm "$1")"
}

# contents: all that is there
contents()
{
	(cd "$dest" 2>/dev/null && find . ! -name . | sort)
}

# a user whose own files nobody else may see
(umask 077 && make_it install DESTDIR="$dest" PREFIX=$prefix) >"$tmp/log" 2>&1
ok 'make install says nothing' test ! -s "$tmp/log"
for program in db2gtf letrace vmtrace ztrace-sweep ztrace-spread ztrace-chart; do
	[ -f "$B/$program" ] || [ -f "scripts/${program#ztrace-}" ] || continue
	has 755 "bin/$program"
	has 644 "share/man/man1/$program.1"
	has 644 "share/bash-completion/completions/$program"
	has 644 "share/zsh/site-functions/_$program"
done
has 644 include/ztrace.h
has 644 share/man/man3/ztrace.3
has 644 share/man/man5/ztrace-formats.5
has 644 lib/libztrace.a
has 644 lib/pkgconfig/ztrace.pc
has 644 share/doc/ztrace/README.md
has 644 share/doc/ztrace/samples/ifcids.c
ok 'folders are for everybody' test -z "$(find "$dest/opt" -type d ! -perm 755)"
ok 'a program runs from there' "$dest$prefix/bin/db2gtf" -t none samples/sql.vb
ok 'no path of the build is in a script or page' fails grep -rl "$B" "$dest$prefix/share" "$dest$prefix/bin/ztrace-sweep"
for script in ztrace-sweep ztrace-spread ztrace-chart; do
	ok "$script has another version" [ "$("$dest$prefix/bin/$script" --version)" = \
	    "$script $("$dest$prefix/bin/db2gtf" --version | cut -d ' ' -f 2-)" ]
done
mkdir "$tmp/archive" "$tmp/swept" "$tmp/spread"
cp samples/sql.vb "$tmp/archive"
ok 'ztrace-sweep finds all that it needs' "$dest$prefix/bin/ztrace-sweep" "$tmp/archive" "$tmp/swept"
ok 'ztrace-sweep writes' test -s "$tmp/swept/000001-sql.vb.gtf"
ok 'ztrace-spread finds all that it needs' "$dest$prefix/bin/ztrace-spread" "$tmp/archive" "$tmp/spread"
ok 'ztrace-spread writes the same' cmp "$tmp/spread/sql.vb.gtf" "$tmp/swept/000001-sql.vb.gtf"
for page in "$dest$prefix"/share/man/man?/*; do
	ok "$page has a name" grep -q '^\.Nd ' "$page"
done

ok 'the unit names another program' grep -q "^ExecStart=$prefix/bin/ztrace-sweep " \
    "$dest$prefix/share/doc/ztrace/samples/ztrace-sweep.service"
ok 'a file names another place' fails grep -rlI /usr/local "$dest"

# Links lead to what is installed, and commands are called as they are found there.
readme=$dest$prefix/share/doc/ztrace/README.md
ok_links "$readme"
ok 'the README calls what is in no PATH' fails grep -e 'build/' -e 'scripts/' -e 'make demo' "$readme"
sed -n 's/^\$ \([^ ]*\).*/\1/p; s/.*| \([a-z0-9-]*trace[a-z-]*\) .*/\1/p' "$readme" | sort -u >"$tmp/calls"
for program in db2gtf letrace vmtrace ztrace-spread; do
	ok "the README calls no $program" grep -qx $program "$tmp/calls"
	ok "$program is not there" test -x "$dest$prefix/bin/$program"
done

# once more changes nothing, also over a program that runs
contents >"$tmp/before"
"$dest$prefix/bin/db2gtf" - >/dev/null 2>&1 <"$tmp/before"
mkfifo "$tmp/slow"
"$dest$prefix/bin/db2gtf" -t none "$tmp/slow" 2>/dev/null &
running=$!
ok 'installed over a program that runs' make_it install DESTDIR="$dest" PREFIX=$prefix
: >"$tmp/slow"
wait $running
contents >"$tmp/after"
ok 'the second time other things are there' cmp "$tmp/before" "$tmp/after"

# uninstall takes all away, but what is not ours, and folders that were there before
ok 'uninstall' make_it uninstall DESTDIR="$dest" PREFIX=$prefix
ok 'uninstall leaves something' test -z "$(contents)"
ok 'uninstall where nothing is' make_it uninstall DESTDIR="$dest" PREFIX=$prefix
mkdir -p "$dest$prefix/share/zsh"
ok 'install where a folder is' make_it install DESTDIR="$dest" PREFIX=$prefix
: >"$dest$prefix/share/doc/not-ours"
ok 'uninstall among others' make_it uninstall DESTDIR="$dest" PREFIX=$prefix
contents >"$tmp/after"
printf './%s\n' opt opt/some opt/some/share opt/some/share/doc opt/some/share/doc/not-ours opt/some/share/zsh >"$tmp/wanted"
ok 'uninstall leaves something else, or too little' diff "$tmp/wanted" "$tmp/after"
rm -rf "$dest"

# folders can be named apart
ok 'a folder for libraries' make_it install DESTDIR="$dest" PREFIX=/usr LIBDIR=/usr/lib/other MANDIR=/usr/man
ok 'the library is not there' test -f "$dest/usr/lib/other/libztrace.a"
ok 'the page is not there' test -f "$dest/usr/man/man1/db2gtf.1"
ok 'the library is elsewhere' test ! -e "$dest/usr/lib/libztrace.a"
ok 'uninstalled from there' make_it uninstall DESTDIR="$dest" PREFIX=/usr LIBDIR=/usr/lib/other MANDIR=/usr/man
ok 'something is left there' test -z "$(contents)"
ok 'a DESTDIR beside the Makefile' make_it install DESTDIR="${B#"$PWD"/}/dest" PREFIX=/usr
ok 'uninstalled beside the Makefile' make_it uninstall DESTDIR="${B#"$PWD"/}/dest" PREFIX=/usr
ok 'the folder beside the Makefile' rmdir "$B/dest"

# refuses FOLDER VARIABLE=VALUE: make says which, and writes nothing
refuses()
{
	if make_it install DESTDIR="$dest" "$2" >"$tmp/said" 2>&1 || ! grep "$1 has to b" "$tmp/said"; then
		cat "$tmp/said"
		return 1
	fi
	[ -z "$(contents)" ]
}
ok 'a PREFIX that is relative' refuses PREFIX PREFIX=some/where
ok 'a PREFIX that is empty' refuses PREFIX PREFIX=
ok 'a PREFIX with a blank' refuses PREFIX 'PREFIX=/opt/some where'
ok 'a folder that is relative' refuses BINDIR BINDIR=bin
ok 'install.sh refuses a relative folder' fails sh scripts/install.sh install "$dest" /list 644=LICENSE=some/LICENSE
ok 'something was written' test -z "$(contents)"

# what the README calls after make demo is there then
commands=$(sed -n 's/.*build\/\([a-z0-9]*\) .*/\1/p' README.md | sort -u)
make -n demo B="$tmp/none" >"$tmp/demo" 2>&1
for program in $commands; do
	ok "make demo leaves out $program" grep -q -e "-o $tmp/none/$program " "$tmp/demo"
done
ok 'the README calls no program' test -n "$commands"
summary

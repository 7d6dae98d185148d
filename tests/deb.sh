#!/bin/sh
# deb.sh - the Debian packages are the same bytes each time, can be installed and used, and leave nothing behind
#
# Installs them on this machine, and so needs root.  They are made of the last commit where this is a clone, else of
# what is here.  lintian, man and bash-completion are used where they are.
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib/check.sh
. tests/lib/links.sh
if ! command -v dpkg-deb >/dev/null || [ "$(id -u)" -ne 0 ]; then
	skip 'needs dpkg, and root'
fi
if [ -n "$(dpkg-query -W -f '${Package}' 'ztrace' 'libztrace*' 2>/dev/null)" ]; then
	skip 'ztrace is installed here'
fi
unset MAKEFLAGS MAKELEVEL MFLAGS MAKEOVERRIDES

# prints PATTERN COMMAND ...: for ok
prints()
{
	pattern=$1
	shift
	"$@" >"$tmp/printed" 2>&1
	cat "$tmp/printed"
	grep -q -e "$pattern" "$tmp/printed"
}

# files: all that is installed on this machine, but for what package managers keep for themselves
files()
{
	find / -xdev \( -path /proc -o -path /sys -o -path /dev -o -path /tmp -o -path "$top" -o -path "$tmp" -o -path /root \
	    -o -path /home -o -path /work -o -path /run -o -path /var/log -o -path /var/cache -o -path /var/lib/dpkg \
	    -o -path /var/lib/apt \) -prune -o -print | LC_ALL=C sort
	find /var/lib/dpkg -name '*ztrace*'
}

# Two trees: a clone, and the tarball that is made of it, elsewhere.
if git clone -q "$top" "$tmp/one" 2>/dev/null; then
	ok 'a tarball' make -s -C "$tmp/one" dist B="$tmp/b"
	mkdir -p "$tmp/a longer name"
	ok 'the tarball is unpacked' tar -C "$tmp/a longer name" -xzf "$tmp"/b/ztrace-*.tar.gz
	mv "$tmp/a longer name"/ztrace-* "$tmp/two-of-them"
else
	mkdir "$tmp/one"
	tar -cf - --exclude=./build . | tar -C "$tmp/one" --no-same-owner -xf -
	cp -a "$tmp/one" "$tmp/two-of-them"
fi
jobs=-j$(nproc)
ok 'make deb in a clone' make "$jobs" -C "$tmp/one" deb
umask 077
ok 'make deb in a tarball' env TZ=Asia/Tokyo LC_ALL=C.UTF-8 make "$jobs" -C "$tmp/two-of-them" deb \
    B="$tmp/two-of-them/other"
umask 022
set -- "$tmp"/one/build/*.deb
ok 'there are three packages' test $# -eq 3
for deb; do
	ok 'packages are the same' cmp "$deb" "$tmp/two-of-them/other/${deb##*/}"
done
if command -v lintian >/dev/null; then
	ok 'lintian has nothing to say' lintian --allow-root --fail-on error,warning,info "$@"
else
	echo 'deb: lintian is not tried: there is none'
fi

# Installed, twice over; the folders of a small image are not left out.
files >"$tmp/before"
ok 'dpkg -i' dpkg --path-include='/usr/share/*' -i "$@"
ok 'dpkg -i once more' dpkg --path-include='/usr/share/*' -i "$@"
ok 'what is there is what was packed' test -z "$(dpkg --verify ztrace libztrace0 libztrace-dev)"
cd / || exit 1
for program in db2gtf letrace vmtrace ztrace-sweep ztrace-spread ztrace-chart; do
	command -v "$program" >/dev/null || continue
	ok "$program --help" prints "^Usage: $program " "$program" --help
	ok "$program has a page" test -f "/usr/share/man/man1/$program.1.gz"
	[ ! -x /usr/bin/man ] || ok "man $program" prints "^NAME" env MANPAGER=cat MANWIDTH=80 man "$program"
done
ok 'db2gtf knows its commit' prints '(commit [0-9a-f]*)$' db2gtf --version
ok 'ztrace-sweep knows it, too' prints '(commit [0-9a-f]*)$' ztrace-sweep --version
ok 'db2gtf works' prints '^IFCID 4 ' db2gtf -q /usr/share/doc/ztrace/samples/figure1.txt
ok_links /usr/share/doc/ztrace/README.md
ok 'the unit names what is there' prints '^ExecStart=/usr/bin/ztrace-sweep ' \
    cat /usr/share/doc/ztrace/samples/ztrace-sweep.service
mkdir "$tmp/archive" "$tmp/swept"
cp /usr/share/doc/ztrace/samples/sql.vb "$tmp/archive"
ok 'ztrace-sweep finds db2gtf' ztrace-sweep "$tmp/archive" "$tmp/swept"
ok 'ztrace-sweep writes' test -s "$tmp/swept/000001-sql.vb.gtf"
if [ -f /usr/share/bash-completion/bash_completion ]; then
	ok 'bash finds the completion' prints '_db2gtf db2gtf$' bash --norc -c \
	    '. /usr/share/bash-completion/bash_completion; _completion_loader db2gtf; complete -p db2gtf'
else
	ok 'bash takes the completion' prints '_db2gtf db2gtf$' bash --norc -c \
	    '. /usr/share/bash-completion/completions/db2gtf; complete -p db2gtf'
fi
if command -v pkg-config >/dev/null; then
	# shellcheck disable=SC2046 # these are several words
	ok 'the example is built' cc /usr/share/doc/libztrace-dev/examples/ifcids.c \
	    $(pkg-config --cflags --libs ztrace) -o "$tmp/ifcids"
	ok 'the example runs' prints '^350	DB2A' "$tmp/ifcids" /usr/share/doc/ztrace/samples/sql.vb
fi

ok 'dpkg -r' dpkg -r libztrace-dev libztrace0 ztrace
ok 'dpkg -P' dpkg -P libztrace-dev libztrace0 ztrace
files >"$tmp/after"
ok 'nothing is left' diff "$tmp/before" "$tmp/after"
ok 'dpkg knows nothing' test -z "$(dpkg-query -W -f '${Package}' 'ztrace' 'libztrace*' 2>/dev/null)"
summary

#!/bin/sh
# dist.sh - the same commit gives the same tarball, and what is made of it knows its commit
#
# All is done in clones of the last commit, so that nothing depends on what is being worked on.
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib/check.sh

if ! git clone -q "$top" "$tmp/one" 2>/dev/null; then
	skip 'needs git, and a clone'
fi
if [ ! -f "$tmp/one/COMMIT" ]; then
	skip 'the last commit has no COMMIT'
fi

# make_in FOLDER ARGS ...: make, with nothing of the make that runs this test
make_in()
{
	folder=$1
	shift
	env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS make -s -C "$folder" "$@"
}

hash=$(git -C "$tmp/one" rev-parse HEAD)
seconds=$(git -C "$tmp/one" log -1 --format=%ct)
version=$(sed -n 's/.*ZTRACE_VERSION "\(.*\)"/\1/p' "$tmp/one/include/ztrace/version.h")
tarball=ztrace-$version.tar.gz

# another clone, another day, another umask, another time zone
ok 'a clone makes no tarball' make_in "$tmp/one" B="$tmp/b1" dist
ok 'a second clone' git clone -q "$top" "$tmp/two"
git -C "$tmp/two" config tar.umask 0077
(umask 077 && TZ=Asia/Tokyo make_in "$tmp/two" B="$tmp/b2" dist) >"$tmp/log" 2>&1
ok 'the same commit gives other bytes' cmp "$tmp/b1/$tarball" "$tmp/b2/$tarball"
gzip -dc "$tmp/b1/$tarball" >"$tmp/tar"
ok 'the tarball cannot be unpacked' tar -C "$tmp" -xf "$tmp/tar"
root=$tmp/ztrace-$version

# In what was unpacked there is nothing to pack, also where it lies inside of a clone of something else.
dist_refused()
{
	! make_in "$1" B="$tmp/b3" dist >"$tmp/refusal" 2>&1 || return 1
	grep 'packs the last commit of a git clone' "$tmp/refusal" && [ ! -e "$tmp/b3" ]
}
ok 'make dist in what was unpacked' dist_refused "$root"
ok 'a clone of something else' git init -q "$tmp"
ok 'make dist inside of another clone' dist_refused "$root"
rm -rf "$tmp/.git"

# says WANTED FOLDER: what commit.sh says there
says()
{
	said=$(sh "$2/scripts/commit.sh")
	echo "\"$said\", not \"$1\""
	[ "$said" = "$1" ]
}
ok 'commit of a clone' says "$hash $seconds" "$tmp/one"
ok 'commit of a tarball' says "$hash $seconds" "$root"
echo >>"$tmp/one/README.md"
ok 'text is no source' says "$hash $seconds" "$tmp/one"
echo >>"$tmp/one/src/base/buf.c"
ok 'changed sources' says "$hash $seconds changed" "$tmp/one"
rm -rf "$tmp/two/.git"
ok 'neither clone nor tarball' says '' "$tmp/two"

# What the programs say; one file of the library is enough to see it.
object=obj/src/base/version.o
built()
{
	make_in "$1" B="$tmp/b" "$tmp/b/$object" && grep -q "$2" "$tmp/b/$object"
}
ok 'version of a tarball' built "$root" "$version (commit $(echo "$hash" | cut -c 1-12))"
touch -d '2001-01-01' "$tmp/b/$object" "$tmp/b/commit" "$tmp/b/flags"
find "$root" -name '*.[ch]' -exec touch -d '2000-01-01' {} +
touch "$tmp/mark"
ok 'made once more' built "$root" 'commit'
ok 'the same commit is compiled again' test "$tmp/b/$object" -ot "$tmp/mark"
ok 'version of changed sources' built "$tmp/one" 'commit [0-9a-f]* with changes)'
ok 'version of a script in a tarball' [ "$(sh "$root/scripts/sweep" --version)" = \
    "sweep $version (commit $(echo "$hash" | cut -c 1-12))" ]
ok 'version of a script of changed sources' [ "$(sh "$tmp/one/scripts/sweep" --version)" = \
    "sweep $version (commit $(echo "$hash" | cut -c 1-12) with changes)" ]
ok 'version of a script where no commit is known' [ "$(sh "$tmp/two/scripts/sweep" --version)" = "sweep $version" ]
ok 'version where no commit is known' built "$tmp/two" "$version"
ok 'a commit where none is known' sh -c "! grep -q '(commit' '$tmp/b/$object'"

summary

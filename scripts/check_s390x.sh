#!/bin/sh
# check_s390x.sh - runs all tests with programs built for s390x, under qemu's user mode
#
# usage: scripts/check_s390x.sh ROOT BUILD NATIVE SCRIPT ...
#
# ROOT is what s390x_root.sh made, BUILD has the programs, NATIVE the same ones for this machine.  BUILD/run gets a
# launcher for each program, so that tests find programs where they look for them, and everything a script starts is an
# s390x program, whether the kernel knows how to start these or not.
set -eu

root=$(cd "$1" && pwd) build=$(cd "$2" && pwd) native=$3
shift 3
run=$build/run
qemu=$(command -v qemu-s390x-static)

# qemu 7.2 takes U+0800 to U+0FFF for errors in the instructions that the C library's iconv uses for UTF-8; without the
# facility they belong to, it uses others.
cpu=max,etf3eh=off

rm -rf "$run"
mkdir -p "$run/gen" "$run/fuzz"
for program in "$build"/* "$build"/gen/* "$build"/fuzz/*; do
	if [ ! -f "$program" ] || [ ! -x "$program" ]; then
		continue
	fi
	launcher=$run/${program#"$build/"}
	cat >"$launcher" <<-END
	#!/bin/sh
	exec "$qemu" -cpu $cpu -L "$root" -0 "\$0" "$program" "\$@"
	END
	chmod +x "$launcher"
done

for script; do
	shift
	case $script in
	*/helgrind.sh)
		echo 'helgrind: skipped: valgrind would watch qemu, not the program'
		continue
		;;
	esac
	set -- "$@" "$script"
done
echo 'jobs, flood: without what they measure of memory and limits: it would be that of qemu'

# what takes seconds here may take a minute on a machine that is busy
status=0
QUICK=1 CK_TIMEOUT_MULTIPLIER=20 WRAP='' B=$run sh scripts/check.sh "$run/unit" "$run"/fuzz/*-replay "$@" || status=1
sh scripts/same_bytes.sh "$native" "$run" || status=1
exit $status

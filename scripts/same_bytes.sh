#!/bin/sh
# same_bytes.sh - runs the programs of two builds over every input there is, and compares all that they write
#
# usage: scripts/same_bytes.sh BUILD OTHER
#
# For builds by other compilers or for other machines: outputs, messages, reports and statuses have to be the same.
set -u
cd "$(dirname "$0")/.." || exit 1
top=$PWD
one=$(cd "$1" && pwd) && other=$(cd "$2" && pwd) || exit 1
out=$(mktemp -d) || exit 1
trap 'rm -rf "$out"' EXIT
passed=0 failed=0
mkdir "$out/made" "$out/one" "$out/other"
for side in one other; do
	ln -s "$top/samples" "$top/tests" "$out/made" "$out/$side"
done

# run BUILD FOLDER PROGRAM ARGUMENT ...: everything that comes of it is then in FOLDER/new
run()
(
	program=$1/$3
	cd "$2" || exit
	rm -rf new
	mkdir new
	shift 3
	"$program" "$@" >new/out 2>new/err </dev/null
	echo "status $?" >>new/err
)

# both PROGRAM ARGUMENT ...
both()
{
	run "$one" "$out/one" "$@"
	run "$other" "$out/other" "$@"
	if diff -r "$out/one/new" "$out/other/new" >"$out/diff"; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "same_bytes: $* differs:"
		head -n 10 "$out/diff"
	fi
}

# forms PROGRAM ARGUMENT ...: with each of its output formats
forms()
{
	for form in $("$one/$1" --help | awk '/^[A-Z]/ { on = /^Output/ } on && /^  [a-z]/ { print $1 }'); do
		both "$@" -t "$form"
	done
}

# make NAME GENERATOR ARGUMENT ...: an input
make()
{
	name=$1
	shift
	both "$@"
	cp "$out/one/new/out" "$out/made/$name"
}

for seed in 1 2; do
	make odd-$seed gen/odd $seed 100
	make vb-$seed gen/bench vb 60 $seed
	make listing-$seed gen/bench listing 60 $seed
	make whole-$seed gen/tapes $seed 3 60 new
	cp "$out/one/new/tape01.vb" "$out/made/tape-$seed.vb"
	cp "$out/one/new/tape03.aws" "$out/made/tape-$seed.aws"
	make le-$seed gen/le $seed 200
	make le-raw-$seed gen/le $seed 200 raw
done
for form in page saved tracg; do
	make cp-$form gen/cp $form
done

cd "$out/one" || exit 1
for input in samples/* made/* tests/data/*.hex tests/fuzz/seed/*/*; do
	case $input in
	tests/fuzz/seed/le_* | */le-*)
		forms letrace "$input" ;;
	tests/fuzz/seed/cp/* | */cp-*)
		forms vmtrace --near=2005-05-02 "$input" ;;
	tests/fuzz/*)
		both db2gtf -j 0 -e any -t json --stats=json --rejects=new/rejects "$input" ;;
	*)
		forms db2gtf -j 0 --sid=SYSA --stats=json --rejects=new/rejects "$input" ;;
	esac
done
for args in tests/golden/*.args; do
	read -r first _ <"$args"
	# the arguments are words
	# shellcheck disable=SC2046
	case $first in
	letrace | vmtrace)	both $(cat "$args") -z ;;
	*)			both db2gtf $(cat "$args") -z ;;
	esac
done
echo "same_bytes: $passed passed, $failed failed"
[ $failed -eq 0 ]

#!/bin/sh
# completion.sh - what bash and zsh complete behind the programs' names
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib/check.sh
export LC_ALL=C

# result WHAT WANTED GOT
result()
{
	[ "$2" = "$3" ]
	tally $? "$1" || printf 'wanted\n%s\ngot\n%s\n' "$2" "$3" | head -n 30
}

names='db2gtf letrace vmtrace'
for helper in sweep spread chart; do
	[ ! -f scripts/$helper ] || names="$names ztrace-$helper"
done
mkdir "$tmp/zsh"
for name in $names; do
	sh scripts/mk_completion.sh bash "$name" "$B" >"$tmp/$name.bash" &&
	    sh scripts/mk_completion.sh zsh "$name" "$B" >"$tmp/zsh/_$name" || exit 1
done
touch "$tmp/file one" "$tmp/file=two"
mkdir "$tmp/files"

# bash WORD ...: what is offered for the last word, a line each; words as bash cuts them, = apart
in_bash()
{
	what="bash: $* "
	wanted=$1
	shift
	got=$(cd "$tmp" && bash --norc -c '
		for file in *.bash; do
			. "./$file"
		done
		function=$(complete -p "$1")
		function=${function#*-F }
		COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
		"${function%% *}" "$1" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
		printf "%s\n" "${COMPREPLY[@]}"' bash "$@" 2>&1 | sort)
	result "$what" "$wanted" "$got"
}

lines()
{
	printf '%s\n' "$@"
}

# formats PROGRAM OPTION: what its own table says
formats()
{
	"$B/$1" --help=table | awk -F '\t' -v option="$2" '$1 == "value" && $2 == option { print $3 }' | sort
}

if command -v bash >/dev/null && bash -c '((BASH_VERSINFO[0] >= 4))'; then
	in_bash "$(formats db2gtf to)" db2gtf -t ''
	in_bash "$(formats db2gtf to)" db2gtf --to = ''
	in_bash "$(formats db2gtf to)" db2gtf --to =
	in_bash "$(formats db2gtf from)" db2gtf --from ''
	in_bash "$(formats letrace to)" letrace -t ''
	in_bash "$(formats vmtrace from)" vmtrace -f ''
	in_bash "$(formats db2gtf to)" ztrace-sweep -t ''
	[ ! -f scripts/chart ] || in_bash "$(lines png svg)" ztrace-chart --to = ''
	in_bash "$(lines parallel slurm xargs)" ztrace-spread --with = ''
	in_bash slurm ztrace-spread --with s
	in_bash json db2gtf -q -t js
	in_bash json db2gtf --stats = j
	in_bash "$(lines 'file one' file=two files)" db2gtf --carry 'fi'
	in_bash "$(lines 'file one' file=two files)" db2gtf --carry = 'fi'
	in_bash "$(lines 'file one' file=two files)" db2gtf -q 'fi'
	in_bash "$(lines 'file one' file=two files)" db2gtf --stats 'fi'
	in_bash "$(lines 'file one' file=two files)" db2gtf -- 'fi'
	in_bash "$(lines 'file one' file=two files)" ztrace-sweep -v 'fi'
	in_bash "$(lines --quiet)" letrace --q
	in_bash "$(lines --since= --sid= --ssid= --stats --schema | sort)" db2gtf --s
	in_bash "$(lines --settle= --skip=)" ztrace-sweep --s
	in_bash '' db2gtf -i ''
	in_bash '' db2gtf --gzip = ''
	in_bash '' db2gtf -- --q
	for name in $names; do
		options=$("$B/db2gtf" --help=table >/dev/null && sed -n "s/.*words='\(-.*\)' ;;/\1/p" "$tmp/$name.bash")
		in_bash "$(echo "$options" | tr " " "\n" | sort)" "$name" -
	done
else
	echo 'completion: bash is not tried: there is none that is new enough'
fi

# types: zsh can have a terminal to type at; there is none to be had without /dev/ptmx, as in a bare chroot
types()
{
	zsh -fc 'zmodload zsh/zpty && zpty shell true' >/dev/null 2>&1
}

# zsh LINE WANTED: what the line becomes
in_zsh()
{
	result "zsh: $1" "$2" "$(zsh -f tests/lib/completed.zsh "$tmp" "$1" 2>&1)"
}

if command -v zsh >/dev/null; then
	for name in $names; do
		result "zsh: $name is a script" '' "$(zsh -n "$tmp/zsh/_$name" 2>&1)"
		result "zsh: $name is registered" "#compdef $name" "$(head -n 1 "$tmp/zsh/_$name")"
	done
fi
if types; then
	in_zsh 'letrace --qu' 'letrace --quiet '
	in_zsh 'db2gtf --to=js' 'db2gtf --to=json '
	in_zsh 'db2gtf -t js' 'db2gtf -t json '
	in_zsh 'db2gtf --stats=j' 'db2gtf --stats=json '
	in_zsh 'db2gtf --carry=files' 'db2gtf --carry=files/'
	in_zsh 'vmtrace -f pa' 'vmtrace -f pages '
	in_zsh 'ztrace-spread --with=s' 'ztrace-spread --with=slurm '
	in_zsh 'ztrace-sweep --se' 'ztrace-sweep --settle='
	in_zsh 'ztrace-sweep -v files' 'ztrace-sweep -v files/'
else
	echo 'completion: zsh is not typed at: there is none, or no pseudo terminal'
fi
summary

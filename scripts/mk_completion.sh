#!/bin/sh
# mk_completion.sh - makes the completion of a program for bash or zsh, from the program's own table of options
#
# Usage: mk_completion.sh bash|zsh NAME BUILD-FOLDER
#
# The table is what BUILD-FOLDER/NAME --help=table prints (see opt_table in include/ztrace/opt.h): lines "option" with
# letter, name, kind of argument, metavariable and help, and lines "value" with an option, what its argument can be, and
# help. ztrace-NAME is scripts/NAME: its options are read off its --help, and its formats are db2gtf's.
set -eu
cd "$(dirname "$0")/.."
shell=$1 name=$2 B=$3

table()
{
	case $name in
	ztrace-*)
		sh "scripts/${name#ztrace-}" --help | awk '
			/^ +(-[A-Za-z], |    )--[a-z-]+(=[A-Za-z]+)?( |$)/ {
				letter = "-"
				if ($1 ~ /^-[A-Za-z],$/) {
					letter = substr($1, 2, 1)
					sub(/-[A-Za-z], /, "")
				}
				option = substr($1, 3)
				arg = split(option, part, "=") > 1 ? part[2] : "-"
				sub(/^ *[^ ]+ */, "")
				printf "option\t%s\t%s\t%s\t%s\t%s\n", letter, part[1], arg == "-" ? "none" : "needed", arg, $0
				# "xargs (default), parallel (...) or slurm": these words are all that there is
				gsub(/ *[(][^)]*[)]?/, "")
				if (arg != "-" && /^[a-z]+(, [a-z]+)* or [a-z]+$/) {
					n = split($0, word, /, | or /)
					for (i = 1; i <= n; i++)
						printf "value\t%s\t%s\t\n", part[1], word[i]
				}
			}'
		! grep -q 'to=FORMAT' "scripts/${name#ztrace-}" || "$B/db2gtf" --help=table | grep '^value	to	'
		;;
	*)
		"$B/$name" --help=table
		;;
	esac
}

# The branches of a case: options with an argument out of some words or a file, the others that need one, all the rest.
# "yes--to" is what stands behind --to=, "no-t" behind -t as a word of its own.
for_bash()
{
	table | awk -F '\t' '
	$1 == "option" {
		all = all ($2 == "-" ? "" : " -" $2) ($3 == "-" ? "" : " --" $3 ($4 == "needed" ? "=" : ""))
		if ($4 == "none")
			next
		n++
		option[n] = $3
		arg[n] = $5
		next_word[n] = ""
		if ($4 == "needed")
			next_word[n] = ($3 == "-" ? "" : " | no--" $3) ($2 == "-" ? "" : " | no-" $2)
	}
	$1 == "value" { values[$2] = values[$2] " " $3 }
	END {
		for (i = 1; i <= n; i++) {
			pattern = " | yes--" option[i] next_word[i]
			if (option[i] in values)
				printf "\t%s)\n\t\twords=\047%s\047 ;;\n", substr(pattern, 4), substr(values[option[i]], 2)
			else if (arg[i] == "FILE")
				printf "\t%s)\n\t\tfiles=yes ;;\n", substr(pattern, 4)
			else
				others = others next_word[i]
		}
		printf "\tyes*%s)\n\t\t;;\n", others
		printf "\t*)\n\t\tfiles=yes\n"
		printf "\t\t[[ $cur == -* ]] && ((i == COMP_CWORD)) && files=no words=\047%s\047 ;;\n", substr(all, 2)
	}'
}

print_bash()
{
	function=_$(echo "$name" | tr - _)
	cat <<END
# completion of $name for bash; made by scripts/mk_completion.sh

$function()
{
	local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD - 1]} given=no words='' files=no i
	COMPREPLY=()
	# --option=value is three words, or two as long as there is no value
	if [[ \$cur == = ]]; then
		given=yes cur=''
	elif [[ \$prev == = ]]; then
		given=yes prev=\${COMP_WORDS[COMP_CWORD - 2]}
	fi
	# behind -- there are only files
	for ((i = 1; i < COMP_CWORD; i++)); do
		[[ \${COMP_WORDS[i]} == -- ]] && prev='' && break
	done
	case \$given\$prev in
$(for_bash)
	esac
	if [[ \$files == yes ]]; then
		compopt -o filenames 2>/dev/null
		mapfile -t COMPREPLY < <(compgen -f -- "\$cur")
	else
		mapfile -t COMPREPLY < <(compgen -W "\$words" -- "\$cur")
		[[ \${COMPREPLY[0]-} == *= ]] && compopt -o nospace 2>/dev/null
	fi
	return 0
}

complete -F $function $name
END
}

print_zsh()
{
	table | awk -F '\t' -v name="$name" '
	# Text as it stands in the single quotes of a specification.
	function plain(text)
	{
		gsub(/["\\]/, "", text)
		gsub(/\[/, "\\[", text)
		gsub(/\]/, "\\]", text)
		gsub(/:/, "\\:", text)
		gsub(/\047/, "\047\\\047\047", text)
		return text
	}

	function spec(alone, word, help, what)
	{
		printf "\t\047%s%s[%s]%s\047 \\\n", alone, word, plain(help), what
	}

	$1 == "option" {
		n++
		letter[n] = $2; option[n] = $3; kind[n] = $4; arg[n] = $5; help[n] = $6
	}
	$1 == "value" { values[$2] = values[$2] " " $3 "\\:\"" plain($4 == "" ? $3 : $4) "\"" }
	END {
		printf "#compdef %s\n# completion of %s for zsh; made by scripts/mk_completion.sh\n\n", name, name
		print "_arguments -s -S \\"
		for (i = 1; i <= n; i++) {
			what = arg[i] == "FILE" ? ":file:_files" : ":value: "
			if (option[i] in values)
				what = ":value:((" substr(values[option[i]], 2) "))"
			if (kind[i] == "none")
				what = ""
			# the two names of an option exclude each other
			alone = letter[i] != "-" && option[i] != "-" ? "(-" letter[i] " --" option[i] ")" : ""
			if (help[i] ~ /repeatable/)
				alone = "*"
			if (letter[i] != "-")
				spec(alone, "-" letter[i] (kind[i] == "needed" ? "+" : ""), help[i],
				    kind[i] == "needed" ? what : "")
			if (option[i] != "-")
				spec(alone, "--" option[i] (kind[i] == "none" ? "" : kind[i] == "needed" ? "=" : "=-"), help[i],
				    (kind[i] == "optional" ? ":" : "") what)
		}
		print "\t\047*:file:_files\047"
	}'
}

case $shell in
bash | zsh)
	"print_$shell" ;;
*)
	echo "usage: scripts/mk_completion.sh bash|zsh NAME BUILD-FOLDER" >&2
	exit 1 ;;
esac

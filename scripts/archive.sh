# archive.sh - what scripts that work through an archive of tapes share: names, their order, and what db2gtf is and says
#
# Sourced behind command.sh.  $archive and $output are the folders, $only and $skip globs, a line each, $extra db2gtf's
# options, a line each.
# shellcheck shell=sh disable=SC2034,SC2154 # many of these are set here and used there, or the other way
archive='' output='' to=gtf gzip='' only='' skip='' extra='' verbose=no
tab=$(printf '\t')
nl='
'

wrong()
{
	die "$1; try --help"
}

# attempt COMMAND ...: runs it; what it says is then in $why
attempt()
{
	why=$("$@" 2>&1 </dev/null) || { why=${why##*"$nl"}; return 1; }
}

# common_option NAME VALUE
common_option()
{
	case $1 in
	-t | --to)
		case $2 in '' | *[!a-z0-9]*) wrong "$1: no such output format" ;; esac
		to=$2 ;;
	--only)		only=$only$2$nl ;;
	--skip)		skip=$skip$2$nl ;;
	esac
}

operand()
{
	if [ -z "$archive" ]; then
		archive=$1
	elif [ -z "$output" ]; then
		output=$1
	else
		wrong "\"$1\" is one argument too many"
	fi
}

# db2gtf_options WORD ...: what stands behind --
db2gtf_options()
{
	[ -n "$output" ] || wrong 'needs an ARCHIVE and an OUTPUT'
	for word; do
		case $word in
		*"$nl"*)	wrong 'an option of db2gtf cannot hold a line end' ;;
		-?*)		extra=$extra$word$nl ;;
		*)		wrong "\"$word\" is no option of db2gtf (write each as one word, like --ssid=DB2A)" ;;
		esac
	done
}

# folder WHAT PATH: leaves its absolute path in $why
folder()
{
	[ -d "$2" ] || die "$1 is no folder: $2"
	why=$(cd "$2" 2>/dev/null && pwd -P) || die "$1 cannot be entered: $2"
}

# prepare_folders: absolute paths of two folders that fit
prepare_folders()
{
	folder ARCHIVE "$archive"
	archive=$why
	[ -n "$(ls -A "$archive")" ] || die "there is nothing in $archive (is it mounted?)"
	folder OUTPUT "$output"
	output=$why
	case $output/ in
	"${archive%/}"/*) die 'OUTPUT must not be inside ARCHIVE: outputs would become inputs' ;;
	esac
}

# find_db2gtf: its absolute path
find_db2gtf()
{
	set -- "$here/db2gtf" "$here/../build/db2gtf" db2gtf
	[ -z "${DB2GTF:-}" ] || set -- "$DB2GTF"
	# a name of its own: yash forgets the variable of a loop
	for program; do
		db2gtf=$program
		attempt command -v "$db2gtf" && [ -f "$why" ] && break
	done
	[ -f "$why" ] || die "there is no $db2gtf; let DB2GTF name it"
	case $why in
	/*)	db2gtf=$why ;;
	*)	db2gtf=$PWD/$why ;;
	esac
}

# list FILE: what is below ARCHIVE goes there: stamp, "/./", name.  How stat calls stamp and name is in $form, $stamped
# and $named.  Status 1, and $why, where that cannot be.
list()
{
	listed=$1
	set -f
	IFS=$nl
	set -- -name '.?*' -prune
	for glob in $skip; do
		set -- "$@" -o -name "$glob" -prune
	done
	if [ -n "$only" ]; then
		set -- "$@" -o ! -type d
		for glob in $only; do
			set -- "$@" ! -name "$glob"
		done
		set -- "$@" -prune
	fi
	unset IFS
	set +f
	odd=$(cd "$archive" && find -L . "$@" -o -name '*[[:cntrl:]]*' -print 2>/dev/null)
	if [ -n "$odd" ]; then
		why="a name in ARCHIVE has control characters: $(printf %.200s "$odd" | tr '[:cntrl:]' '?')"
		return 1
	fi
	# a link that leads nowhere is an input too: one that cannot be read
	why=$({
		cd "$archive" && find -L . "$@" -o -type f -exec stat -L "$form" "$stamped$named" {} + \
		    -o -type l -exec stat "$form" "$stamped$named" {} + >"$listed"
	} 2>&1) || { why="cannot list ARCHIVE: ${why##*"$nl"}"; return 1; }
}

# in_order: from "stamp/./name" to lines of key, stamp, name; the key sorts numbers as numbers
in_order()
{
	awk '{
		at = index($0, "/./")
		rest = name = substr($0, at + 3)
		key = ""
		while (match(rest, /[0-9]+/)) {
			digits = substr(rest, RSTART, RLENGTH)
			sub(/^0+/, "", digits)
			key = key substr(rest, 1, RSTART - 1) sprintf("%03d", length(digits)) digits
			rest = substr(rest, RSTART + RLENGTH)
		}
		print key rest "\t" substr($0, 1, at - 1) "\t" name
	}' | sort -t "$tab" -k 1,1 -k 3,3
}

# in_sets: from lines of key, stamp, name to those of set number, stamp, name; volumes that go together are one set
in_sets()
{
	awk -F '\t' '
	# number[i] and set[i], if the name has a number in the right place
	function volume(i,    part, n, at) {
		n = split(name[i], part, ".")
		at = n - 1
		if (part[at] !~ /^[0-9]+$/)
			at--
		if (at < 2 || part[at] !~ /^0*[0-9][0-9]?[0-9]?$/ || part[at + 1] part[n] ~ /\// ||
		    part[at - 1] ~ /^[0-9]+$/)
			return
		number[i] = part[at] + 0
		part[at] = "\t"
		for (; n > 0; n--)
			set[i] = part[n] "." set[i]
		if (!((set[i], number[i]) in member))
			member[set[i], number[i]] = i
	}
	function show(i) {
		shown[i] = 1
		print sets "\t" stamp[i] "\t" name[i]
	}
	{ stamp[++n] = $2; name[n] = $3; volume(n) }
	END {
		for (i = 1; i <= n; i++) {
			if (i in shown)
				continue
			sets++
			show(i)
			if (number[i] != 1 || member[set[i], 1] != i)
				continue
			for (k = 2; (set[i], k) in member; k++)
				if (!(member[set[i], k] in shown))
					show(member[set[i], k])
		}
	}'
}

# leave STATUS: ends a subshell so; ksh and yash have 256 and more for what a signal has ended
leave()
{
	exit $(($1 > 255 ? 128 + $1 % 128 : $1))
}

# messages: of $said, all that db2gtf has said, what is not its report
messages()
{
	printf '%s\n' "$said" | sed '/^{/d'
}

# complaint: why it failed
complaint()
{
	messages | sed '/ more$/d; /try --help$/d; s/^db2gtf: //' | tail -n 1
}

# json TEXT: as it stands between quotes in JSON
json()
{
	if printf %s "$1" | iconv -f UTF-8 -t UTF-8 >/dev/null 2>&1; then
		printf '%s\n' "$1"
	else
		printf '%s\n' "$1" | tr '\200-\377' '?'
	fi | sed 's/["\\]/\\&/g'
}

# shellcheck shell=sh
# links.sh - for test scripts about README.md, here and as it is installed
# shellcheck disable=SC2154

# ok_links FILE: a check for each link of it to another file, which has to be there
ok_links()
{
	grep -o '](\([^):#]*\))' "$1" | sed 's/..\(.*\)./\1/' >"$tmp/links"
	while read -r link; do
		case $link in
		/*)	ok 'a link leads somewhere' test -e "$link" ;;
		*)	ok 'a link leads somewhere' test -e "${1%/*}/$link" ;;
		esac
	done <"$tmp/links"
	ok 'there are links' test "$(wc -l <"$tmp/links")" -ge 6
}

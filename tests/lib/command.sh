# command.sh - for suites of a script that users call: its help, its version, and its name
#
# Sourced in the top folder, instead of check.sh, by the suite that has the name of the script.  In the environment,
# SCRIPT_SHELL is another shell than sh.
# shellcheck shell=sh
. tests/lib/check.sh
shell=${SCRIPT_SHELL:-sh} script=$top/scripts/$self

# test_command: also under the name that it is installed by, with what it needs found through a link
test_command()
{
	ln -s "$script" "$tmp/ztrace-$self"
	for called in "$script" "$tmp/ztrace-$self"; do
		name=${called##*/}
		# a program and its options
		# shellcheck disable=SC2086
		$shell "$called" --help >"$tmp/help" 2>"$tmp/err"
		status=$?
		ok "$name: help" ends 0
		ok "$name: help speaks" grep -q "^Usage: $name \\[options\\] " "$tmp/help"
		ok "$name: help is 80 columns wide" [ -z "$(sed -n '/^.\{80\}/p' "$tmp/help")" ]
		# shellcheck disable=SC2086
		$shell "$called" --version >"$tmp/version" 2>"$tmp/err"
		status=$?
		ok "$name: version" ends 0
		ok "$name: version of the sources" grep -q "^$name [0-9.]*\\( (commit [0-9a-f]\\{12\\}\\( with changes\\)*)\\)*\$" \
		    "$tmp/version"
		# shellcheck disable=SC2086
		$shell "$called" -x >"$tmp/none" 2>"$tmp/err"
		status=$?
		ok "$name: no such option" [ $status -eq 1 ]
		ok "$name: says so" grep -q "^$name: .* option -x.*--help" "$tmp/err"
	done
}

# completed.zsh - prints what a line becomes when the tabulator key is pressed behind it
#
# usage: zsh -f completed.zsh FOLDER LINE: FOLDER has zsh/_NAME for each program
#
# Completion works at a keyboard only: so a shell of its own gets a terminal of its own, and types.
zmodload zsh/zpty
cd $1
rm -f ready shown
print -r -- '
	PS1= RPS1= TERM=dumb
	unset zle_bracketed_paste
	fpath=($PWD/zsh $fpath)
	autoload -U compinit
	compinit -u -D
	show() { print -r -- "$BUFFER" >shown; exit }
	zle -N show
	bindkey "^I" complete-word
	bindkey "^X" show
	: >ready' >setup
zpty shell zsh -f -i
zpty -w shell 'source ./setup'
for i in {1..100}; do
	[[ -f ready ]] && break
	sleep 0.1
done
zpty -w -n shell "$2"$'\t'
zpty -w -n shell $'\x18'
for i in {1..100}; do
	[[ -s shown ]] && break
	sleep 0.1
done
cat shown
zpty -d shell

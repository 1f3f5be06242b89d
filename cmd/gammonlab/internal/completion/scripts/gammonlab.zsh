#compdef gammonlab
# zsh completion for gammonlab, written by: gammonlab completion zsh
_gammonlab() {
	local line text
	local -a plain described open_ended shown_plain shown_open
	for line in ${(f)"$("${(Q)words[1]}" completion words -- "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)"}; do
		text=${line%%$'\t'*}
		if [[ $text == *[/=:] ]]; then
			open_ended+=("$text")
		else
			plain+=("$text")
			if [[ $line == *$'\t'* ]]; then
				shown_plain+=("$text -- ${line#*$'\t'}")
			else
				shown_plain+=("$text")
			fi
		fi
	done
	(( ${#plain} )) && compadd -l -d shown_plain -a plain
	(( ${#open_ended} )) && compadd -S '' -a open_ended
	return 0
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
	_gammonlab "$@"
else
	compdef _gammonlab gammonlab
fi

# bash completion for gammonlab, written by: gammonlab completion bash
_gammonlab() {
	local line=${COMP_LINE:0:COMP_POINT} words cur skip text
	# Words as they are typed: COMP_WORDS parts them at : and =, too.
	read -ra words <<<"$line" || true
	[[ $line == *[[:space:]] ]] && words+=('')
	cur=${words[${#words[@]}-1]}
	# bash replaces only what stands behind the last of these.
	skip=${cur%"${cur##*[:=]}"}
	[[ $COMP_WORDBREAKS == *:* ]] || skip=${cur%"${cur##*=}"}
	COMPREPLY=()
	while IFS=$'\t' read -r text _; do
		[[ $text == *[[:space:]]* ]] && text=$(printf '%q' "$text")
		COMPREPLY+=("${text#"$skip"}")
	done < <("$1" completion words -- "${words[@]:1}" 2>/dev/null)
	# No blank behind what goes on.
	[[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *[/=:] ]] && compopt -o nospace
	return 0
}
complete -F _gammonlab gammonlab

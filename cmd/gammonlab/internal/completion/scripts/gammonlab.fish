# fish completion for gammonlab, written by: gammonlab completion fish
function __gammonlab_words
    set -l words (commandline -opc)
    $words[1] completion words -- $words[2..-1] (commandline -ct) 2>/dev/null
end
complete -c gammonlab -f -a '(__gammonlab_words)'

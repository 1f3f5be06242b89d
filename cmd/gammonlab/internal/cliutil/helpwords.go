package cliutil

import (
	"slices"

	"github.com/urfave/cli/v2"
)

// helpAsFlag returns the command line "help bench match" as "bench match --help", and
// "bench help match" alike: the library shows the help of one word only.
func helpAsFlag(app *cli.App, args []string) []string {
	_, n := commandOf(app.Commands, args)
	if n >= len(args) || args[n] != "help" && args[n] != "h" {
		return args
	}
	words := slices.Concat(args[:n], args[n+1:])
	if len(words) > 1 {
		_, n = commandOf(app.Commands, words)
		if n < len(words) {
			return words // which names no command, and is refused
		}
	}
	return append(words, "--help")
}

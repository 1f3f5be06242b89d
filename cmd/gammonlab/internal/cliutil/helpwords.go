package cliutil

import (
	"slices"

	"github.com/urfave/cli/v2"
)

// helpAsFlag returns "bench match --help" for the command lines "help bench match" and
// "bench help match": the library's help accepts one word only.
func helpAsFlag(app *cli.App, args []string) []string {
	_, n := commandOf(app.Commands, args)
	if n >= len(args) || args[n] != "help" && args[n] != "h" {
		return args
	}
	words := slices.Concat(args[:n], args[n+1:])
	if len(words) > 1 {
		_, n = commandOf(app.Commands, words)
		if n < len(words) {
			return words // the words name no command; the caller reports the error
		}
	}
	return append(words, "--help")
}

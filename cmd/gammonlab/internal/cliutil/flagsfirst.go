package cliutil

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// flagsFirst returns the command line with the flags of the command before its arguments:
// the library stops looking for flags at the first argument, but users write "features
// show ID --features NAME". Words after "--" stay in place. If the command line asks for
// help, flagsFirst keeps only the command and --help, because the library would take the
// first argument for a help topic.
func flagsFirst(app *cli.App, args []string) []string {
	command, n := commandOf(app.Commands, args)
	if command == nil {
		return args
	}
	var flags, rest []string
	for i := n; i < len(args); i++ {
		arg := args[i]
		switch {
		case arg == "--":
			rest = append(rest, args[i:]...)
			i = len(args)
		case !looksLikeFlag(arg):
			if len(rest) == 0 && len(arg) > 1 && arg[0] == '-' {
				rest = append(rest, "--") // otherwise the library takes it for a flag
			}
			rest = append(rest, arg)
		case slices.Contains(cli.HelpFlag.Names(), strings.TrimLeft(arg, "-")) && len(command.Subcommands) == 0:
			return append(slices.Clone(args[:n]), arg)
		default:
			flags = append(flags, arg)
			if takesValue(command, arg) && i+1 < len(args) {
				i++
				flags = append(flags, args[i])
			}
		}
	}
	return slices.Concat(args[:n], flags, rest)
}

// commandOf returns the command that the words after the program's name lead to, nil if
// there is none, and the number of these words, the program's name included.
func commandOf(commands []*cli.Command, args []string) (*cli.Command, int) {
	var found *cli.Command
	n := 1
	for ; n < len(args); n++ {
		i := slices.IndexFunc(commands, func(c *cli.Command) bool { return c.HasName(args[n]) })
		if i < 0 {
			break
		}
		found, commands = commands[i], commands[i].Subcommands
	}
	return found, n
}

// looksLikeFlag reports whether a word is a flag and not an argument: - is standard
// input, and an XGID without its prefix may begin with -.
func looksLikeFlag(arg string) bool {
	name, _, _ := strings.Cut(arg, "=")
	return len(name) > 1 && name[0] == '-' && !strings.Contains(name, ":")
}

// takesValue reports whether the next word belongs to the flag.
func takesValue(command *cli.Command, arg string) bool {
	f, ok := flagOf(command, strings.TrimLeft(arg, "-")).(cli.DocGenerationFlag)
	return ok && f.TakesValue()
}

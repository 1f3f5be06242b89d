package cliutil

import (
	"maps"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/internal/nearest"
)

// unknownCommand returns the error for a word that is no command of the group. It
// suggests similar commands, if there are any.
func unknownCommand(c *cli.Context, word string) error {
	group, see := c.App.Commands, c.App.Name
	if len(c.Lineage()) > 2 { // the command belongs to a group, not to the program itself
		group, see = c.Command.Subcommands, c.Command.HelpName
	}
	var meant []string
	if near := nearest.Of(word, commandNames(group)); near != "" {
		meant = []string{see + " " + near}
	} else {
		meant = commandsAnywhere(c.App.Commands, word, c.App.Name)
	}
	return Usagef("unknown command %q%s (see %s --help)", word, didYouMean(meant...), see)
}

// didYouMean returns a question to add to an error, "" if there is no suggestion.
func didYouMean(meant ...string) string {
	const most = 3
	if len(meant) == 0 || len(meant) > most || meant[0] == "" {
		return ""
	}
	return "; did you mean " + strings.Join(meant, " or ") + "?"
}

// commandNames returns the names of the commands in the help.
func commandNames(commands []*cli.Command) []string {
	var names []string
	for _, c := range commands {
		if !c.Hidden {
			names = append(names, c.Names()...)
		}
	}
	return names
}

// commandsAnywhere returns the full names of the commands in all groups whose last word
// is nearest to the word.
func commandsAnywhere(commands []*cli.Command, word, program string) []string {
	whole := map[string][]string{}
	var visit func(commands []*cli.Command, group string)
	visit = func(commands []*cli.Command, group string) {
		for _, c := range commands {
			if !c.Hidden && c.Name != "help" {
				whole[c.Name] = append(whole[c.Name], group+" "+c.Name)
				visit(c.Subcommands, group+" "+c.Name)
			}
		}
	}
	visit(commands, program)
	return whole[nearest.Of(word, slices.Sorted(maps.Keys(whole)))]
}

// flagMistake rewrites an error of the library about a flag in the style of other errors:
// with the full name of the command, and the flag as the user types it.
func flagMistake(c *cli.Context, err error) error {
	text := err.Error()
	if flag, ok := strings.CutPrefix(text, "flag provided but not defined: -"); ok {
		near := dashed(nearest.Of(flag, flagNames(c)))
		return Usagef("unknown flag %s%s (see %s --help)", dashed(flag), didYouMean(near), helpName(c))
	}
	if flag, ok := strings.CutPrefix(text, "flag needs an argument: -"); ok {
		return Usagef("%s needs a value", dashed(flag))
	}
	if rest, ok := strings.CutPrefix(text, "invalid value "); ok {
		value, rest, _ := strings.Cut(rest, " for flag -")
		flag, _, _ := strings.Cut(rest, ": ")
		return Usagef("%s is %s, want %s", dashed(flag), value, wanted(c, flag))
	}
	return Usagef("%s", text)
}

// wanted describes the values of the flag.
func wanted(c *cli.Context, name string) string {
	for _, flag := range c.Command.Flags {
		if slices.Contains(flag.Names(), name) {
			return wantedOf(flag)
		}
	}
	return "another value"
}

// wantedOf describes the values of a flag.
func wantedOf(flag cli.Flag) string {
	switch flag.(type) {
	case *cli.BoolFlag:
		return "true or false"
	case *cli.Uint64Flag:
		return "a whole number from 0 up"
	case *cli.IntFlag, *cli.Int64Flag, *cli.IntSliceFlag:
		return "a whole number"
	case *cli.Float64Flag:
		return "a number"
	case *cli.DurationFlag:
		return "a time such as 30s, 10m or 2h"
	case *cli.StringSliceFlag:
		return "a list of texts"
	}
	return "another value"
}

// helpName returns the full name of the command, or of the program.
func helpName(c *cli.Context) string {
	if c.Command.HelpName == "" {
		return c.App.Name
	}
	return c.Command.HelpName
}

// dashed returns a flag as the user types it.
func dashed(flag string) string {
	switch len(flag) {
	case 0:
		return ""
	case 1:
		return "-" + flag
	}
	return "--" + flag
}

// flagNames returns the names of the command's flags.
func flagNames(c *cli.Context) []string {
	var names []string
	for _, flag := range c.Command.Flags {
		names = append(names, flag.Names()...)
	}
	return names
}

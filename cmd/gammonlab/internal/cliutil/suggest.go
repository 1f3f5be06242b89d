package cliutil

import (
	"maps"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// unknownCommand returns the error for a word that is no command of the group. It
// suggests similar commands, if there are any.
func unknownCommand(c *cli.Context, word string) error {
	group, see := c.App.Commands, c.App.Name
	if len(c.Lineage()) > 2 { // the command belongs to a group, not to the program itself
		group, see = c.Command.Subcommands, c.Command.HelpName
	}
	var meant []string
	if near := nearest(word, commandNames(group)); near != "" {
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
	return whole[nearest(word, slices.Sorted(maps.Keys(whole)))]
}

// nearest returns the name that a mistyped word most likely stands for: a name that
// begins with the word, otherwise the name with the fewest typing errors, if most of the
// word is correct. It is "" if there is none.
func nearest(word string, names []string) string {
	best, fewest := "", max(1, len(word)/3)
	for _, name := range names {
		errors := typingErrors(word, name)
		if len(word) > 1 && strings.HasPrefix(name, word) {
			errors = min(errors, 1)
		}
		if len(name) > 1 && errors < len(name) && (errors < fewest || errors == fewest && best == "") {
			best, fewest = name, errors
		}
	}
	return best
}

// typingErrors returns the number of letters that were left out, added, replaced or
// exchanged with the next one (the Damerau-Levenshtein distance of neighbours).
func typingErrors(a, b string) int {
	before, last, next := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		next[0] = i
		for j := 1; j <= len(b); j++ {
			replaced := last[j-1]
			if a[i-1] != b[j-1] {
				replaced++
			}
			next[j] = min(replaced, last[j]+1, next[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				next[j] = min(next[j], before[j-2]+1)
			}
		}
		before, last, next = last, next, before
	}
	return last[len(b)]
}

// flagMistake rewrites an error of the library about a flag in the style of other errors:
// with the full name of the command, and the flag as the user types it.
func flagMistake(c *cli.Context, err error) error {
	text := err.Error()
	if flag, ok := strings.CutPrefix(text, "flag provided but not defined: -"); ok {
		near := dashed(nearest(flag, flagNames(c)))
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
		if !slices.Contains(flag.Names(), name) {
			continue
		}
		switch flag.(type) {
		case *cli.Uint64Flag:
			return "a whole number from 0 up"
		case *cli.IntFlag, *cli.Int64Flag, *cli.IntSliceFlag:
			return "a whole number"
		case *cli.Float64Flag:
			return "a number"
		case *cli.DurationFlag:
			return "a time such as 30s, 10m or 2h"
		}
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

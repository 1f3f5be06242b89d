package cliutil

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// negations returns the command line with --no-NAME replaced by --NAME=false for each
// bool flag NAME of the command.
func negations(app *cli.App, args []string) []string {
	command, n := commandOf(app.Commands, args)
	if command == nil {
		return args
	}
	args = slices.Clone(args)
	eachFlag(command, args[n:], func(name string) string {
		if positive, negated := strings.CutPrefix(name, "no-"); negated && flagOf(command, name) == nil {
			if f := flagOf(command, positive); f != nil && isSwitch(f) {
				name = positive + "=false"
			}
		}
		return name
	})
	return args
}

// isSwitch reports whether the flag is on or off, without a value.
func isSwitch(f cli.Flag) bool {
	documented, ok := f.(cli.DocGenerationFlag)
	return ok && !documented.TakesValue()
}

// eachFlag replaces the name of each flag among the words of a command by the result of
// replace. It skips the values of flags, and stops at --.
func eachFlag(command *cli.Command, words []string, replace func(name string) string) {
	for i := 0; i < len(words) && words[i] != "--"; i++ {
		if !looksLikeFlag(words[i]) {
			continue
		}
		name, value, valued := strings.Cut(strings.TrimLeft(words[i], "-"), "=")
		words[i] = dashed(replace(name))
		switch {
		case valued:
			words[i] += "=" + value
		case takesValue(command, words[i]):
			i++
		}
	}
}

// flagOf returns the flag of a name, nil if the command has none.
func flagOf(command *cli.Command, name string) cli.Flag {
	i := slices.IndexFunc(command.Flags, func(f cli.Flag) bool { return slices.Contains(f.Names(), name) })
	if i < 0 {
		return nil
	}
	return command.Flags[i]
}

// FlagOf returns the flag of a name of the command that the words name, nil if there is
// none.
func FlagOf(commands []*cli.Command, words []string, name string) cli.Flag {
	command, _ := commandOf(commands, slices.Concat([]string{""}, words))
	return flagOf(command, name)
}

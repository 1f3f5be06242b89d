package cliutil

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/internal/plaintext"
)

// plainFlags returns the command line with flags as the library reads them: --NAME=false for
// --no-NAME of each bool flag NAME of the command, and the digits of whole numbers, see
// [plaintext.Digits].
func plainFlags(app *cli.App, args []string) []string {
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
	}, func(name, value string) string {
		switch flagOf(command, name).(type) {
		case *cli.IntFlag, *cli.Int64Flag, *cli.Uint64Flag:
			return plaintext.Digits(value)
		}
		return value
	})
	return args
}

// isSwitch reports whether the flag is on or off, without a value.
func isSwitch(f cli.Flag) bool {
	documented, ok := f.(cli.DocGenerationFlag)
	return ok && !documented.TakesValue()
}

// eachFlag replaces the name and the value of each flag among the words of a command by the
// results of the functions. It stops at --.
func eachFlag(command *cli.Command, words []string, nameOf func(name string) string, valueOf func(name, value string) string) {
	for i := 0; i < len(words) && words[i] != "--"; i++ {
		if !looksLikeFlag(words[i]) {
			continue
		}
		name, value, valued := strings.Cut(strings.TrimLeft(words[i], "-"), "=")
		words[i] = dashed(nameOf(name))
		switch {
		case valued:
			words[i] += "=" + valueOf(name, value)
		case takesValue(command, words[i]) && i+1 < len(words):
			i++
			words[i] = valueOf(name, words[i])
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

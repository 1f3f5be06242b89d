package cliutil

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// Renamed is a flag that had another name in the last release. The old name still
// works: the program replaces it by the new one before it reads the command line, and
// prints a note. Help and completion show the new name only.
type Renamed struct {
	Old, New string   // without hyphens
	Commands []string // such as "bench match"
}

// currentFlags returns the command line with the new names of flags, and prints a
// note for each old one. It refuses a flag that is given by both names.
func currentFlags(app *cli.App, table []Renamed, args []string, notes io.Writer) ([]string, error) {
	command, n := commandOf(app.Commands, args)
	if command == nil {
		return args, nil
	}
	args = slices.Clone(args)
	var given []string
	renamed := map[string]string{} // new names by the old names
	words := strings.Join(args[1:n], " ")
	eachFlag(command, args[n:], func(name string) string {
		i := slices.IndexFunc(table, func(r Renamed) bool { return r.Old == name && slices.Contains(r.Commands, words) })
		if i < 0 {
			given = append(given, name)
			return name
		}
		if renamed[table[i].New] == "" {
			fmt.Fprintf(notes, "%s %s: %s is now %s\n", app.Name, words, dashed(name), dashed(table[i].New))
		}
		renamed[table[i].New] = name
		return table[i].New
	})
	for _, name := range given {
		if old := renamed[name]; old != "" {
			return nil, Usagef("%s is the old name of %s: give only one of them", dashed(old), dashed(name))
		}
	}
	return args, nil
}

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

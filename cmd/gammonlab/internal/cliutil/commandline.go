package cliutil

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// withoutEffect are the flags without effect on the result.
var withoutEffect = []string{"force", "html", "json", "plot", "plots", "results", "save", "workers", "worst"}

// CommandName returns the command's name without the program's, such as "bench match".
// The name in the library is the last word only.
func CommandName(c *cli.Context) string {
	_, words, _ := strings.Cut(c.Command.HelpName, " ")
	return words
}

// CommandLine returns a command that gives the same result.
func CommandLine(c *cli.Context) string {
	words := []string{c.Command.HelpName}
	for _, flag := range c.Command.Flags {
		name := flag.Names()[0]
		if !c.IsSet(name) || slices.Contains(withoutEffect, name) {
			continue
		}
		value := fmt.Sprint(c.Value(name))
		if isSwitch(flag) && value == "true" {
			words = append(words, "--"+name)
			continue
		}
		values := []string{value}
		if _, ok := flag.(*cli.StringSliceFlag); ok {
			values = c.StringSlice(name)
		}
		for _, value := range values {
			words = append(words, "--"+name+"="+Quoted(value))
		}
	}
	for _, argument := range c.Args().Slice() {
		words = append(words, Quoted(argument))
	}
	return strings.Join(words, " ")
}

// Quoted returns a value quoted as one word of a shell.
func Quoted(value string) string {
	plain := strings.IndexFunc(value, func(r rune) bool {
		return !strings.ContainsRune("%+,-./:=@_", r) && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	}) < 0
	if plain && value != "" {
		return value
	}
	return "'" + strings.ReplaceAll(value, "'", `'\''`) + "'"
}

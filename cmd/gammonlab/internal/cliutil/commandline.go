package cliutil

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// withoutEffect are flags that a result does not depend on.
var withoutEffect = []string{"force", "html", "json", "plot", "plots", "results", "save", "workers", "worst"}

// CommandName returns the words of the command, without that of the program: "bench
// match". The name that the library gives to users is the last word alone.
func CommandName(c *cli.Context) string {
	_, words, _ := strings.Cut(c.Command.HelpName, " ")
	return words
}

// CommandLine returns the command that gives the same result.
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

// Quoted writes a value as shells take it for one word.
func Quoted(value string) string {
	plain := strings.IndexFunc(value, func(r rune) bool {
		return !strings.ContainsRune("%+,-./:=@_", r) && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	}) < 0
	if plain && value != "" {
		return value
	}
	return "'" + strings.ReplaceAll(value, "'", `'\''`) + "'"
}

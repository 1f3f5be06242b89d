package cliutil

import (
	"strings"

	"github.com/urfave/cli/v2"
)

// Require returns an error if one of the flags is missing. The library's own check would
// exit with another code and print help on standard output.
func Require(c *cli.Context, flags ...string) error {
	for _, name := range flags {
		if c.String(name) == "" {
			return Usagef("--%s is required", name)
		}
	}
	return nil
}

// NoArguments returns the action for a command that takes no arguments and requires
// the flags.
func NoArguments(action cli.ActionFunc, flags ...string) cli.ActionFunc {
	return func(c *cli.Context) error {
		if c.NArg() > 0 {
			return Usagef("unexpected argument %q", c.Args().First())
		}
		if err := Require(c, flags...); err != nil {
			return err
		}
		return action(c)
	}
}

// FileArgument returns the command's one argument, a file.
func FileArgument(c *cli.Context) (string, error) {
	switch {
	case c.NArg() == 0:
		return "", Usagef("no file given")
	case c.NArg() > 1:
		return "", Usagef("unexpected argument %q: one file at a time", c.Args().Get(1))
	}
	return c.Args().First(), nil
}

// FileArguments returns the files that the command's arguments name.
func FileArguments(c *cli.Context) ([]string, error) {
	if c.NArg() == 0 {
		return nil, Usagef("no file given")
	}
	return c.Args().Slice(), nil
}

// TwoNumbers returns the two numbers of the flag's value, separated by sep.
func TwoNumbers[N any](c *cli.Context, flag, sep string, parse func(string) (N, error)) (a, b N, err error) {
	first, second, ok := strings.Cut(c.String(flag), sep)
	if ok {
		if a, err = parse(first); err == nil {
			b, err = parse(second)
		}
	}
	if !ok || err != nil {
		return a, b, Usagef("--%s is %q, want two numbers with %q between them", flag, c.String(flag), sep)
	}
	return a, b, nil
}

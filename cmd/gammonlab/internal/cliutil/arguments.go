package cliutil

import (
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

// FileArguments returns the files that the command's arguments name.
func FileArguments(c *cli.Context) ([]string, error) {
	if c.NArg() == 0 {
		return nil, Usagef("no file given")
	}
	return c.Args().Slice(), nil
}

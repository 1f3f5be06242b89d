// Package analyse has the group of commands about the cube, and tests of the command analyze.
package analyse

import "github.com/urfave/cli/v2"

// Cube returns the group of commands about the cube, which are kinds of work.
func Cube() *cli.Command {
	return &cli.Command{
		Name:  "cube",
		Usage: "print cube theory for a score, and match equity tables",
	}
}

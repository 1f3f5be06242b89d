package analyse

import "github.com/urfave/cli/v2"

// Cube returns the group of commands about the cube. The others are kinds of work.
func Cube() *cli.Command {
	return &cli.Command{
		Name:        "cube",
		Usage:       "print cube theory for a score, and match equity tables",
		Subcommands: []*cli.Command{cubeMETCommand()},
	}
}

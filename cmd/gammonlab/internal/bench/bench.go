// Package bench has the commands that measure strength and speed.
package bench

import "github.com/urfave/cli/v2"

// Command returns the group of commands.
func Command() *cli.Command {
	return &cli.Command{
		Name:  "bench",
		Usage: "measure strength and speed",
		Subcommands: []*cli.Command{
			{Name: "positions", Usage: "measure players on rolled-out decisions"},
			{Name: "campaign", Usage: "measure a player by eXtreme Gammon or GNU Backgammon"},
		},
	}
}

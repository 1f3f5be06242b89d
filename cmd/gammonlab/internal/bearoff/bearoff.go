// Package bearoff has the commands that make, check and show bear-off databases.
package bearoff

import "github.com/urfave/cli/v2"

// Command returns the group of commands.
func Command() *cli.Command {
	return &cli.Command{
		Name:        "bearoff",
		Usage:       "create, verify and query bear-off databases",
		Subcommands: []*cli.Command{generateGroup()},
	}
}

// generateGroup returns the group of commands that make databases, which are kinds of work.
func generateGroup() *cli.Command {
	return &cli.Command{
		Name:  "generate",
		Usage: "create a bear-off database in gnubg's format",
		Description: `The commands create databases of three kinds. --dry-run prints the number of records, the size of
the file, and the time that the database will take on this machine, estimated by making a small
one.`,
	}
}

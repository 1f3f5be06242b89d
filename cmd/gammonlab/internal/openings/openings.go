// Package openings has the commands that make and show opening books.
package openings

import "github.com/urfave/cli/v2"

// Command returns the group of commands, which are kinds of work.
func Command() *cli.Command {
	return &cli.Command{Name: "openings", Usage: "create and print opening books"}
}

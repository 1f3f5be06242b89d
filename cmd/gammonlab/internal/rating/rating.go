// Package rating has the commands for ratings and error rates.
package rating

import "github.com/urfave/cli/v2"

// Command returns the group of commands, which are kinds of work.
func Command() *cli.Command {
	return &cli.Command{Name: "rating", Usage: "study the relation of ratings and error rates"}
}

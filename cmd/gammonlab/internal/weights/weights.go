// Package weights has the commands for weight files.
package weights

import "github.com/urfave/cli/v2"

// Command returns the group of commands.
func Command() *cli.Command {
	return &cli.Command{
		Name:  "weights",
		Usage: "inspect, convert, import, grow, join, prune, choose and promote nets",
	}
}

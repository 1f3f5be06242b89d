// Package train has the group of commands that train nets, which are kinds of work.
package train

import "github.com/urfave/cli/v2"

// Command returns the group of commands.
func Command() *cli.Command { return &cli.Command{Name: "train", Usage: "train a net"} }

// Package dataset has the commands that make, label and change databases of positions.
package dataset

import "github.com/urfave/cli/v2"

// Command returns the group of commands.
func Command() *cli.Command {
	return &cli.Command{
		Name:  "dataset",
		Usage: "make, merge and look at sets of labelled positions",
		Description: `A database of labelled positions is a Parquet file, which Python's pandas and
Polars and DuckDB open too.

Example:
   gammonlab dataset verify positions.parquet`,
		Subcommands: []*cli.Command{
			generateCommand(),
			labelCommand(),
			importCommand(),
			exportCommand(),
			mergeCommand(),
			splitCommand(),
			infoCommand(),
			dumpCommand(),
			verifyCommand(),
		},
	}
}

// Package dataset has the commands that make, label and change databases of positions.
package dataset

import "github.com/urfave/cli/v2"

// Command returns the group of commands.
func Command() *cli.Command {
	return &cli.Command{
		Name:  "dataset",
		Usage: "create, label, convert and inspect databases of positions",
		Description: `A database is a Parquet file of positions with labels. pandas, Polars and DuckDB read it as
well.

Example:
   gammonlab dataset verify positions.parquet`,
	}
}

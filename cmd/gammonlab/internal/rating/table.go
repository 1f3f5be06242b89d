package rating

import (
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/rating"
)

func tableCommand() *cli.Command {
	return &cli.Command{
		Name:      "table",
		Usage:     "print tables of the FIBS rating formula",
		ArgsUsage: "favorite | underdog | ratio | average",
		Description: `Prints a table of the FIBS rating formula by rating difference and match length, for players with
an experience of 400 points or more: favorite and underdog, the rating points exchanged if the
favorite or the underdog wins; ratio, the ratio of the two; average, the share of matches that
the favorite wins.

Example:
   gammonlab rating table average`,
		Flags:  []cli.Flag{cliutil.JSONFlag(rating.Table{})},
		Action: runTable,
	}
}

// runTable runs the command.
func runTable(c *cli.Context) error {
	var names []string
	for _, table := range rating.Tables() {
		if c.NArg() == 1 && c.Args().First() == table.Name {
			return cliutil.PrintResult(c, &table)
		}
		names = append(names, table.Name)
	}
	return cliutil.Usagef("want one of %s", strings.Join(names, ", "))
}

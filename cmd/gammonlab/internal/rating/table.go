package rating

import (
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/rating"
)

func tableCommand() *cli.Command {
	return &cli.Command{
		Name:      "table",
		Usage:     "print what matches do to ratings",
		ArgsUsage: "favorite | underdog | ratio | average",
		Description: `Prints one of the four tables of FIBS's rating formula, by the difference of ratings
and the length of the match, for players with an experience of 400 points or more:
the points that change hands when the favorite or the underdog wins, the ratio of
the two, or the share of matches that the favorite wins.

Example:
   gammonlab rating table average`,
		Action: runTable,
	}
}

// runTable runs the command.
func runTable(c *cli.Context) error {
	var names []string
	for _, table := range rating.Tables() {
		if c.NArg() == 1 && c.Args().First() == table.Name {
			_, err := io.WriteString(c.App.Writer, table.Text())
			return err
		}
		names = append(names, table.Name)
	}
	return cliutil.Usagef("want one of %s", strings.Join(names, ", "))
}

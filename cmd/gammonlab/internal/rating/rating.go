// Package rating has the commands for ratings and error rates.
package rating

import (
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
)

// Command returns the group of commands.
func Command() *cli.Command {
	return &cli.Command{
		Name:  "rating",
		Usage: "study the relation of ratings and error rates",
		Subcommands: []*cli.Command{
			fitCommand(),
			plotCommand(),
			predictCommand(),
			changeCommand(),
			tableCommand(),
		},
	}
}

// matchLengths returns the lengths of matches that a flag names, nil if it is not
// set.
func matchLengths(c *cli.Context) ([]int, error) {
	if !c.IsSet("lengths") {
		return nil, nil
	}
	var lengths []int
	for _, word := range strings.Split(c.String("lengths"), ",") {
		n, err := strconv.Atoi(word)
		if err != nil {
			return nil, cliutil.Usagef("--lengths is %q, want numbers of points with commas", c.String("lengths"))
		}
		lengths = append(lengths, n)
	}
	return lengths, nil
}

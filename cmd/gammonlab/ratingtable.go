package main

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"gammonlab/rating"
)

// ratingTables are what "rating table" prints, for the favorite's lead and the
// length of the match; as many decimals as the format has.
var ratingTables = []struct {
	name, title, format string
	cell                func(difference float64, length int) float64
}{
	{"favorite", "Rating points that change hands when the favorite wins", "%.2f",
		func(d float64, n int) float64 { return rating.Change(d, n, true, experienced) }},
	{"underdog", "Rating points that change hands when the underdog wins", "%.2f",
		func(d float64, n int) float64 { return rating.Change(-d, n, true, experienced) }},
	{"ratio", "What a loss costs the favorite over what a win brings", "%.2f",
		func(d float64, n int) float64 {
			return -rating.Change(d, n, false, experienced) / rating.Change(d, n, true, experienced)
		}},
	{"average", "Share of matches that the favorite wins", "%.3f", rating.WinProbability},
}

// experienced is from what experience on ratings change no faster than others.
const experienced = 400

// ratingLengths are the lengths of matches in the tables of the FAQ.
var ratingLengths = []int{1, 2, 3, 5, 7, 9, 11}

func ratingTableCommand() *cli.Command {
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
		Action: ratingTable,
	}
}

// ratingTable runs the command.
func ratingTable(c *cli.Context) error {
	var names []string
	for _, table := range ratingTables {
		names = append(names, table.name)
		if c.NArg() != 1 || c.Args().First() != table.name {
			continue
		}
		fmt.Fprintf(c.App.Writer, "%s\n\n", table.title)
		w := tabwriter.NewWriter(c.App.Writer, 0, 0, 2, ' ', tabwriter.AlignRight)
		fmt.Fprint(w, "difference\t")
		for _, n := range ratingLengths {
			fmt.Fprintf(w, "%d\t", n)
		}
		for d := 0; d <= 480; d += 40 {
			fmt.Fprintf(w, "\n%d\t", d)
			for _, n := range ratingLengths {
				fmt.Fprintf(w, table.format+"\t", table.cell(float64(d), n))
			}
		}
		fmt.Fprintln(w)
		return w.Flush()
	}
	return usagef("%s: want one of %s", c.Command.FullName(), strings.Join(names, ", "))
}

package rating

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/rating/figures"
)

func plotCommand() *cli.Command {
	return &cli.Command{
		Name:      "plot",
		Usage:     "draw what the matches say about ratings and error rates",
		ArgsUsage: "FILE...",
		Description: `Draws the figures of the study from the matches of "rating simulate", which may be in
several files, and from what "rating fit" with the same flags finds in them, each as
PNG and as SVG: the rating difference R against the difference of errors per decision
at each length, the slope against the length, both formulas against what was
measured, the pairs of mixed quality with what both models give them, and the
coefficients of the bilinear model against 1/N. Figures that need other matches than
there are, such as those of several lengths, are left out. Prints the files.

Example:
   gammonlab rating plot --out figures part1.parquet part2.parquet`,
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "out", Usage: "`FOLDER` for the figures, required"},
		}, fitFlags()...),
		Action: runPlot,
	}
}

// runPlot runs the command.
func runPlot(c *cli.Context) error {
	if err := cliutil.Require(c, "out"); err != nil {
		return err
	}
	report, err := fitArguments(c)
	if err != nil {
		return err
	}
	files, err := figures.Write(c.String("out"), report)
	for _, path := range files {
		fmt.Fprintln(c.App.Writer, path)
	}
	return err
}

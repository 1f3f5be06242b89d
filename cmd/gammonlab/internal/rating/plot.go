package rating

import (
	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
)

func plotCommand() *cli.Command {
	return &cli.Command{
		Name:      "plot",
		Usage:     "draw ratings against error rates",
		ArgsUsage: "FILE...",
		Description: `Draws the figures of the study as PNG and SVG, from one or several files of "rating simulate" and
the fits of "rating fit" with the same flags: the rating difference R against the difference of
errors per decision at each length, the slope against the length, both models against the
measurements, pairs of mixed quality with the predictions of both models, and the coefficients
of the bilinear model against 1/N. Figures that need more matches or lengths are omitted. Prints
the names of the files.

Example:
   gammonlab rating plot --out figures part1.parquet part2.parquet`,
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "out", Usage: "write the figures to `FOLDER`, required"},
			cliutil.JSONFlag(cliutil.Written{}),
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
	files, err := report.WriteFigures(c.String("out"))
	if err != nil {
		return err
	}
	return cliutil.PrintResult(c, &cliutil.Written{Files: files})
}

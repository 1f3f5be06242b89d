package rating

import (
	"context"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/rating/fit"
	"gammonlab/rating/simulate"
)

func fitCommand() *cli.Command {
	return &cli.Command{
		Name:      "fit",
		Usage:     "fit rating differences to error rates",
		ArgsUsage: "FILE...",
		Description: `Fits the difference R of FIBS ratings to the error rates of two players in matches to N points,
from one or several files of "rating simulate":

   R = (A + B/N)·DEPD                         the linear model
   R = (A2 + B2/N)·EPM + (A3 + B3/N)·EPC      the bilinear one

DEPD is the difference of errors per decision, EPM that of checker errors per
unforced play, EPC that of cube errors per close or actual cube decision. The
coefficients are printed beside those of GNU Backgammon's manual, with bootstrap intervals.

By default, the linear model is fitted to pairs in which each player has the same noise in
checker play and cube decisions, as in part 1 of the study, or to all pairs if there are none.
The bilinear model is fitted to the other pairs, as in part 2. --pairs selects other pairs.
docs/ratings.md has the definitions.

Example:
   gammonlab rating fit part1.parquet part2.parquet
   gammonlab rating fit --estimator robust --lengths 3,5,7 --json part1.parquet > fit.json`,
		Flags:  append(fitFlags(), cliutil.JSONFlag(fit.Report{})),
		Action: runFit,
	}
}

// fitFlags returns the flags of fitting.
func fitFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "estimator", Value: string(fit.OLS), Usage: "regression `METHOD` at each length: ols, wls (weights 1/variance) or robust"},
		&cli.StringFlag{Name: "pairs", Value: string(fit.Auto), Usage: "fit both models to these `PAIRS`: 1 (equal noise), 2 (the others), all, or auto"},
		&cli.IntFlag{Name: "bootstrap", Value: 1000, Usage: "number `N` of bootstrap samples"},
		&cli.Float64Flag{Name: "confidence", Value: 0.9, Usage: "confidence level of the intervals, a `SHARE` between 0 and 1"},
		&cli.StringFlag{Name: "lengths", Usage: "only these match lengths, such as `3,7`"},
		cliutil.SeedFlag(), cliutil.WorkersFlag(),
	}
}

// runFit runs the command.
func runFit(c *cli.Context) error {
	report, err := fitArguments(c)
	if err != nil {
		return err
	}
	return cliutil.PrintResult(c, report)
}

// fitArguments fits the files of the arguments with the options of the flags.
func fitArguments(c *cli.Context) (*fit.Report, error) {
	paths, err := cliutil.FileArguments(c)
	if err != nil {
		return nil, err
	}
	o, err := fitOptions(c)
	if err != nil {
		return nil, err
	}
	return fitFiles(c.Context, paths, o)
}

// fitOptions returns the options of the flags.
func fitOptions(c *cli.Context) (fit.Options, error) {
	o := fit.Options{
		Method: fit.Method(c.String("estimator")), Part: fit.Part(c.String("pairs")),
		Bootstrap: c.Int("bootstrap"), Confidence: c.Float64("confidence"), Seed: c.Uint64("seed"), Workers: cliutil.Workers(c),
	}
	var err error
	if o.Lengths, err = matchLengths(c); err != nil {
		return o, err
	}
	if o.Bootstrap == 0 || o.Confidence == 0 { // the package replaces 0 by its defaults
		return o, cliutil.Usagef("--bootstrap %d and --confidence %v, want more than 0", o.Bootstrap, o.Confidence)
	}
	if err := o.Validate(); err != nil {
		return o, cliutil.Usagef("%w", err)
	}
	return o, nil
}

// fitFiles fits the matches of all files together.
func fitFiles(ctx context.Context, paths []string, o fit.Options) (*fit.Report, error) {
	var rows []simulate.Row
	for _, path := range paths {
		study, err := simulate.Read(path)
		if err != nil {
			return nil, err
		}
		rows = append(rows, study.Rows...)
	}
	return fit.Fit(ctx, rows, o)
}

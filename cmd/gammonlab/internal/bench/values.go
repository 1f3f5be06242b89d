package bench

import (
	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/evalbench"
	"gammonlab/evalbench/figures"
	"gammonlab/internal/setting"
)

func valuesCommand() *cli.Command {
	return &cli.Command{
		Name:      "values",
		Usage:     "measure the errors of models on labelled positions",
		ArgsUsage: "FILE...",
		Description: `Prints the difference between the evaluations of models and the labels of positions: the
root mean square error (RMSE), mean absolute error and mean error (bias) of the cubeless
equity, in mEq (thousandths of a point) with 95% intervals, and the RMSE of each
probability in thousandths, for all positions and by class. If all labels have standard
errors, "beyond noise" is the RMSE without the noise of the labels.

FILE is a database, or a text file that "dataset import" reads.

Example:
   gammonlab bench values --tolerance 0.05 money.csv
   gammonlab bench values --model default --model gnubg.wd --plies 0 --plies 1 --worst 10 money.csv backgames.parquet
   gammonlab bench values --plot calibration.png money.csv`,
		Flags: append(cliutil.FlagsOf(new(evalbench.Values), "file"),
			&cli.StringFlag{Name: "plot", Usage: "draw the calibration of the models in `FILE`, .png or .svg"},
			cliutil.WorkersFlag(), cliutil.JSONFlag(evalbench.ValuesReport{}),
		),
		Action: runValues,
	}
}

// runValues runs the command.
func runValues(c *cli.Context) error {
	paths, err := cliutil.FileArguments(c)
	if err != nil {
		return err
	}
	bar := cliutil.NewBar(c, "values", "positions")
	v := &evalbench.Values{Workers: cliutil.Workers(c), Progress: bar.Report}
	files, err := setting.Lines("file", paths)
	if err != nil {
		return cliutil.Usage(err)
	}
	if err := cliutil.ReadSettings(c, v, map[setting.Name]string{"file": files}); err != nil {
		return err
	}
	if err := cliutil.Opened(v.Open(cliutil.Opener(c))); err != nil {
		return err
	}
	report, err := v.Run(c.Context)
	bar.Finish()
	if err != nil {
		return err
	}
	if path := c.String("plot"); path != "" {
		if err := figures.Calibration(report, path); err != nil {
			return err
		}
	}
	return cliutil.PrintResult(c, report)
}

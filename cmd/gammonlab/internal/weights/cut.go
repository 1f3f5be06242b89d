package weights

import (
	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/supervised/cut"
)

func cutCommand() *cli.Command {
	return &cli.Command{
		Name:      "cut",
		Usage:     "remove units that hardly ever fire",
		ArgsUsage: modelArg,
		Description: `Writes the model without the hidden units of ReLU that are above zero in at most the share
--fires of the positions of a database. Each position counts for the net that evaluates it; pruning
nets do not change. One position in ten is not counted: these measure the difference of the
equities, which is printed.

Example:
   gammonlab weights cut --data positions.parquet --out smaller.safetensors large
   gammonlab weights cut --data positions.parquet --fires 0.001 --out smaller.safetensors large`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "data", Usage: "positions of database `FILE`, required"},
			&cli.Float64Flag{Name: "fires", Usage: "cut units that fire in at most this `SHARE` of the positions; 0 for never"},
			outFlag(),
			cliutil.JSONFlag(cut.Report{}),
		},
		Action: writes(runCut),
	}
}

// runCut runs the command.
func runCut(c *cli.Context) error {
	if err := cliutil.Require(c, "data"); err != nil {
		return err
	}
	if share := c.Float64("fires"); !(share >= 0 && share < 1) {
		return cliutil.Usagef("--fires is %v, want from 0 to below 1", share)
	}
	_, m, err := modelArgument(c)
	if err != nil {
		return err
	}
	smaller, cuts, err := cut.Model(c.Context, m, c.String("data"), c.Float64("fires"))
	if err != nil {
		return err
	}
	if err := smaller.Save(c.String("out")); err != nil {
		return err
	}
	return cliutil.PrintResult(c, &cut.Report{Out: c.String("out"), Nets: cuts})
}

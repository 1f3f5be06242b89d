package bench

import (
	"cmp"
	"context"
	"time"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/evalbench/speed"
	"gammonlab/nets"
	"gammonlab/nets/kernel"
	"gammonlab/td"
)

func speedCommand() *cli.Command {
	return &cli.Command{
		Name:  "speed",
		Usage: "measure the speed of evaluation, play and training",
		Description: `Measures one thread: move generation (rolls/s), evaluation (positions/s), self-play of the
model (games/s) and TD(0) training of new nets; then training with all workers. Positions
are evaluated in batches, for all classes together and for each class. A second figure
excludes the computation of the net's inputs. Exact targets are 1-ply evaluations over all
rolls, as in training; the model's pruning nets, if any, select their plays.

For products of nets the command also prints the share of the limit of a core: the number of
products and sums of the net divided by that of the fastest loop, which it measures first.
Products with zeros are skipped but count, so a share may be above 100%. Rates of one thread
are per second of processor time.

Example:
   gammonlab bench speed --model default`,
		Flags: append(cliutil.NetFlags("variant"),
			&cli.DurationFlag{Name: "time", Value: 3 * time.Second, Usage: "measuring `TIME` for each figure"},
			&cli.BoolFlag{Name: "training", Value: true, Usage: "also measure training"},
			cliutil.WorkersFlag(), cliutil.JSONFlag(speed.Report{})),
		Action: cliutil.NoArguments(runSpeed),
	}
}

// runSpeed runs the command.
func runSpeed(c *cli.Context) error {
	each := c.Duration("time")
	if each <= 0 {
		return cliutil.Usagef("--time is %v, want more than 0", each)
	}
	net, err := cliutil.NetFromFlags(c)
	if err != nil {
		return err
	}
	evaluator, variant := net.Static(), net.Game()
	model := evaluator.Model()
	report := speed.Report{
		Kernel: kernel.Name(), Class: kernel.Class(), Integers: kernel.Integers(), Halves: kernel.HalvesUnit(), Limits: kernel.MeasurePeaks(),
		Model: model.Shapes(), Precision: cmp.Or(model.Precision, nets.Float32), Workers: cliutil.Workers(c),
	}
	if report.Rates, err = speed.Measure(c.Context, evaluator, variant, report.Limits, each); err != nil {
		return err
	}
	if c.Bool("training") {
		if report.Steps, err = speed.MeasureSteps(c.Context, evaluator, variant, report.Limits, each); err != nil {
			return err
		}
		if err := measureTraining(c.Context, &report, each); err != nil {
			return err
		}
	}
	return cliutil.PrintResult(c, &report)
}

// measureTraining adds the speed of training to the report.
func measureTraining(ctx context.Context, r *speed.Report, each time.Duration) error {
	var err error
	for _, m := range []struct {
		hidden, workers int
		dst             *float64
	}{{100, 1, &r.Train100}, {256, 1, &r.Train256}, {100, r.Workers, &r.Train100Many}} {
		if *m.dst, err = td.Speed(ctx, m.hidden, m.workers, each); err != nil {
			return err
		}
	}
	return nil
}

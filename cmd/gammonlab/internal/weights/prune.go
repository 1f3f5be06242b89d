package weights

import (
	"context"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/engine/named"
	"gammonlab/internal/setting"
	"gammonlab/supervised/prune"
)

func pruneCommand() *cli.Command {
	return &cli.Command{
		Name:      "prune",
		Usage:     "train pruning nets for a model",
		ArgsUsage: modelArg,
		Description: `Trains a small pruning net for each class and writes the model with these nets. In searches, exact
targets and labels, pruning nets evaluate all n plays of a roll, and the model's other nets
evaluate only the best 5 + log2 n of them. If all pruning nets have 48 units or more in their
first layer, the other nets evaluate at most 5 plays in searches, and at most 2 at the last ply of
a search of two plies or more.

The training targets are the model's 0-ply evaluations of positions after plays, in self-play
games or from the positions of --data, without their labels. Existing pruning nets of the same
classes are replaced; other nets do not change.

For each net it prints the number of training positions, the difference of its equity from the
model's, and the cost of pruning at 0 plies by the model's evaluations, on plays that were not
used for training.

Example:
   gammonlab weights prune runs/first/model.safetensors --out model.safetensors
   gammonlab weights prune large.safetensors --out pruning.safetensors --hidden 64-16
   gammonlab weights prune model.safetensors --out pruning.safetensors --data positions.parquet --part contact
   gammonlab weights prune model.safetensors --out pruning.safetensors --hidden 64-16 \
       --activation relu --data positions.parquet --positions 3000000`,
		Flags: append(cliutil.FlagsOf(new(prune.Job), "model"),
			outFlag(), cliutil.WorkersFlag(), cliutil.JSONFlag(prune.Report{}),
		),
		Action: writes(func(c *cli.Context) error {
			job, bar := new(prune.Job), cliutil.NewBar(c, "gather", "positions")
			job.Workers, job.Progress = cliutil.Workers(c), bar.Report
			return addNets(c, job, bar)
		}),
	}
}

// outFlag returns the flag for the model that a command writes.
func outFlag() cli.Flag {
	return &cli.StringFlag{Name: "out", Usage: "output safetensors `FILE`, required"}
}

// writes returns the action of a command that writes a model to --out.
func writes(act cli.ActionFunc) cli.ActionFunc {
	return func(c *cli.Context) error {
		if out := c.String("out"); filepath.Ext(out) != extSafetensors {
			return cliutil.Usagef("--out is %q, want a file with the extension %s", out, extSafetensors)
		}
		return act(c)
	}
}

// addNets adds nets to the model of the argument.
func addNets[R interface{ Text() string }](c *cli.Context, job interface {
	Open(*named.Opener) error
	Run(ctx context.Context, out string) (R, error)
}, bar *cliutil.Bar) error {
	name, err := modelName(c)
	if err != nil {
		return err
	}
	if err := cliutil.ReadSettings(c, job, map[setting.Name]string{"model": name}); err != nil {
		return err
	}
	o := cliutil.Opener(c)
	o.Model = cliutil.LoadModel // no programs
	if err := cliutil.Opened(job.Open(o)); err != nil {
		return err
	}
	report, err := job.Run(c.Context, c.String("out"))
	bar.Finish()
	if err != nil {
		return err
	}
	return cliutil.PrintResult(c, report)
}

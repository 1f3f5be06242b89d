package train

import (
	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/desk/training"
)

func supervisedCommand() *cli.Command {
	return &cli.Command{
		Name:  "supervised",
		Usage: "train nets on a database of labelled positions",
		Description: `Trains a net, or a net for each class of positions, on a database of labelled
positions (Parquet, see dataset) and writes a run folder: config.json,
metrics.jsonl, checkpoints/ and, at the end, model.safetensors. The model contains each
net at its lowest validation loss. Validation positions are those of --validation, or a
share of the data (--holdout).

The same command again continues an interrupted run; the result is the same as without the
interruption. With --resume, the settings are those of the run, and --epochs may change the
number of epochs, unless --rate depends on it.

--part trains several nets, each on the positions of its class. --features, --hidden and
--activation take one value for all nets, or one for each net, joined by /. With --from the
nets start from the weights of a model. Larger --hidden or --features enlarge a net without
changing its evaluations.

By default, pruning nets (pruning-race, pruning-crashed, pruning-contact) are small and
use the features gnubg-base200. weights prune trains pruning nets without a database.

A SCHEDULE is a number, exp:FROM:TO (exponential over the run), steps:VALUE,TIME:VALUE,…
(a new value from each TIME on), cosine:PEAK:RISE:END (a rise until time RISE, then half a
cosine) or anneal:START:FLOOR:FACTOR (a sawtooth that falls when the validation error does
not improve). Times are epochs, such as 5, 0.5 or 5epochs.

Example:
   gammonlab train supervised --data positions.parquet --hidden 256 --epochs 20 --out runs/first --curve
   gammonlab train supervised --out runs/first --resume --epochs 30
   gammonlab train supervised --data positions.parquet --part race,crashed,contact --hidden 64/128/512-256 --out runs/classes`,
		Flags:  runFlags(new(training.Supervised), training.SupervisedResult{}),
		Action: cliutil.NoArguments(func(c *cli.Context) error { return train(c, new(training.Supervised), "examples") }, "out"),
	}
}

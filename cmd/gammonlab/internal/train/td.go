package train

import (
	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/desk/training"
)

func tdCommand() *cli.Command {
	return &cli.Command{
		Name:  "td",
		Usage: "train nets by self-play with TD(λ)",
		Description: `Trains a net, or a net for each class of positions, from games against itself by temporal
differences. It writes a run folder: config.json, metrics.jsonl, checkpoints/ and, at the
end, model.safetensors.

The same command again continues an interrupted run; the result is the same as without the
interruption. With --resume, the settings are those of the run, and --games may change the
number of games, unless --rate or --lambda depends on it. The files of --starts are read
again and must not have changed.

--part trains several nets of a model together: each position is evaluated by the net of
its class, which learns from it. --features, --hidden and --activation take one value for
all nets, or one for each net, joined by /. With --from the nets start from the weights of a
model, by default all its nets except pruning nets; other nets of the model stay as they
are. Larger --hidden or --features enlarge a net without changing its evaluations.

A SCHEDULE is a number, exp:FROM:TO (exponential over the run), steps:VALUE,TIME:VALUE,…
(a new value from each TIME on) or cosine:PEAK:RISE:END (a rise until time RISE, then half
a cosine). Times are games, such as 200000 or 200000games.

Example:
   gammonlab train td --hidden 80 --rate exp:0.1:0.005 --games 300000 --out runs/first --curve
   gammonlab train td --update batch --hidden 512-512-256 --activation relu --games 2500000 \
       --rate steps:0.001,2000000:0.00015 --exact-from 2000000 --out runs/deep
   gammonlab train td --update batch --part race,crashed,contact --hidden 64/64/512-256 --activation relu \
       --games 200000 --rate 0.001 --out runs/classes
   gammonlab train td --update batch --from runs/first/model.safetensors --targets exact --lambda 0.7 \
       --starts odd.parquet=2 --starts backgames.parquet --opening 0.5 --out runs/second
   gammonlab train td --config runs/first/config.json --seed 2 --out runs/third
   gammonlab train td --out runs/deep --resume --games 4000000`,
		Flags:  runFlags(new(training.TD), training.TDResult{}),
		Action: cliutil.NoArguments(func(c *cli.Context) error { return train(c, new(training.TD), "games") }, "out"),
	}
}

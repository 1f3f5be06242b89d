package analyse

import (
	"errors"
	"slices"

	"github.com/urfave/cli/v2"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/engine/rollout"
)

// Rollout returns the command rollout.
func Rollout() *cli.Command {
	return &cli.Command{
		Name:      "rollout",
		Usage:     "roll out a position, plays or a cube decision",
		ArgsUsage: cliutil.PositionArgs,
		Description: `Plays the position out many times and prints the five probabilities and the equity with
their standard errors. With --dice it compares plays of the roll: the best ones, or those of
--play. All alternatives get the same dice in the same trial.

With --cubeful, with a flag for the cube or the score, or if ID contains the score of a match, the
sides double, take and pass. Cube and score are those of the flags, or without
flags those of the position. Equities are normalised: 1 is a game won at the initial cube. The
player on roll cannot double before the first roll; --double rolls out that decision: no double,
and double and take.

` + cliutil.PositionUsage + `

The first rolls are distributed evenly over the trials, so choose a multiple of 36 trials.
Results are luck-adjusted with the net's evaluations, which takes time but saves many
trials. The result depends on --seed, but not on --workers: each trial has its own stream of
the generator pcg (docs/dice.md).

` + rollout.PresetUsage() + `
--out keeps the trials in a file. The same command again continues an interrupted rollout,
and a larger --trials extends a finished one.

` + cliutil.PoolUsage + `

Example:
   gammonlab rollout --trials 1296 4HPwATDgc/ABMA
   gammonlab rollout --preset standard --cubeful --dice 31 --candidates 3 4HPwATDgc/ABMA
   gammonlab rollout --dice 43 --play '24/20 13/10' --play '24/21 13/9' --stop-jsd 2.33 4HPwATDgc/ABMA
   gammonlab rollout --double --match 7 --score 3-0 4HPwATDgc/ABMA
   gammonlab rollout --plies 2 --late 5 --truncate 11 --truncate-plies 1 --trials 360 4HPwATDgc/ABMA
   gammonlab rollout --truncate 11 --trials 46656 --out start.rollout 4HPwATDgc/ABMA`,
		Flags:  rolloutFlags(),
		Action: rolloutAction,
	}
}

// rolloutFlags returns the flags of the command.
func rolloutFlags() []cli.Flag {
	return slices.Concat(cliutil.FormatFlags([]any{rollout.Report{}}, cliutil.FormatText, cliutil.FormatJSON), cliutil.FlagsOf(new(rollout.Work)), []cli.Flag{
		&cli.StringFlag{Name: "out", Usage: "keep the trials in `FILE`"}, cliutil.WorkersFlag(),
	}, stateFlags(), cliutil.PoolFlags())
}

// rolloutAction runs the command.
func rolloutAction(c *cli.Context) error {
	format, err := cliutil.FormatFromFlags(c, cliutil.FormatText, cliutil.FormatJSON)
	if err != nil {
		return err
	}
	w := &rollout.Work{}
	if err := cliutil.ReadSettings(c, w, nil); err != nil {
		return err
	}
	w.Workers, w.State = cliutil.Workers(c), c.String("out")
	if w.State != "" && (c.NArg() != 1 || c.Args().First() == "-") {
		return cliutil.Usagef("--out takes the rollout of one position")
	}
	if err := cliutil.CheckPositions(c); err != nil {
		return err
	}
	source, err := stakesFromFlags(c)
	if err != nil {
		return err
	}
	if err := cliutil.OpenNet(c, cliutil.Opener(c), w, &w.Net); err != nil {
		return err
	}
	bar := cliutil.NewBar(c, "rollout", "trials")
	var close func()
	if w.Pool, close, err = cliutil.PoolFromFlags(c, bar, w.State); err != nil {
		return err
	}
	defer close()
	out := cliutil.NewRowWriter(c.App.Writer, "")
	return cliutil.EachPosition(c, w.Game(), out, func(s *board.XGID) error {
		job, err := newRolloutJob(source, w, s)
		if err != nil {
			return err
		}
		runErr := job.run(c, bar)
		if job.result == nil || job.result.Trials() == 0 {
			return runErr
		}
		return errors.Join(runErr, out.Result(format, job.report.Of(job.result)))
	})
}

package dataset

import (
	"slices"

	"github.com/urfave/cli/v2"

	"gammonlab/cmd/gammonlab/internal/cliutil"
	"gammonlab/datasets/label"
	"gammonlab/internal/setting"
)

func labelCommand() *cli.Command {
	return &cli.Command{
		Name:      "label",
		Usage:     "label the positions of a database",
		ArgsUsage: "FILE",
		Description: `Labels positions that have no label or a worse one, and writes all rows in their order to a
new database. The methods are

   static      0-ply evaluation of a model
   ply1, ply2  1-ply or 2-ply evaluation: the mean over all rolls after a model's best plays
   rollout     rollout by a model, with standard errors
   bearoff     bear-off databases; other positions keep their label
   game        result of one self-play game, or the mean of --trials games

Labels of the same method are kept unless they have fewer trials; --relabel replaces them.

` + cliutil.PresetUsage() + `
Progress is kept in OUT.part until the run completes. If interrupted, run the same command
again to resume. The output is identical for any interruption and any --workers.

` + cliutil.PoolUsage + `

Example:
   gammonlab dataset label positions.parquet --method ply1 --model default --out ply1.parquet
   gammonlab dataset label positions.parquet --method ply1 --cubeful --prune --sieve 5/0.2 --out cubes.parquet
   gammonlab dataset label positions.parquet --method rollout --trials 144 --truncate 11 --out rollouts.parquet
   gammonlab dataset label positions.parquet --method rollout --preset quick --out rollouts.parquet
   gammonlab dataset label positions.parquet --method bearoff --bearoff hyper3.bd --out exact.parquet
   gammonlab dataset label positions.parquet --method rollout --out r.parquet --pool nats://host:4222 --key me.nk`,
		Flags: slices.Concat(cliutil.FlagsOf(new(label.Job), "in", "variant", "stop_jsd", "opening_roll"),
			[]cli.Flag{cliutil.WorkersFlag(), cliutil.JSONFlag(label.Report{})}, cliutil.PoolFlags()),
		Action: runLabel,
	}
}

// runLabel runs the command.
func runLabel(c *cli.Context) error {
	job, err := labelJob(c)
	if err != nil {
		return err
	}
	bar := cliutil.NewBar(c, "label", "positions")
	var close func()
	if job.Pool, close, err = cliutil.PoolFromFlags(c, bar, job.Out); err != nil {
		return err
	}
	defer close()
	job.Progress = func(s *label.Summary) {
		bar.Begin(s.Labelled+s.Unknown-1, s.Wanted) // the number of labels in the journal is known only now
		bar.Note(s.Note())
		bar.Set(s.Labelled + s.Unknown)
	}
	summary, err := label.Run(c.Context, *job)
	bar.Finish()
	if err != nil {
		return cliutil.ResumableFile(err, job.Out)
	}
	return cliutil.PrintResult(c, &label.Report{Out: job.Out, Summary: *summary})
}

// labelJob returns the job of the flags.
func labelJob(c *cli.Context) (*label.Job, error) {
	in, err := cliutil.FileArgument(c)
	if err != nil {
		return nil, err
	}
	job := &label.Job{Replace: c.Bool("force"), Workers: cliutil.Workers(c)}
	if err := cliutil.ReadSettings(c, job, map[setting.Name]string{"in": in}); err != nil {
		return nil, err
	}
	return job, cliutil.Opened(job.Open(cliutil.Opener(c)))
}

package kinds

import (
	"context"

	"gammonlab/datasets/label"
	"gammonlab/engine/rollout"
	"gammonlab/work"
)

func labelKind() work.Kind[label.Job, *label.Report] {
	return work.Kind[label.Job, *label.Report]{
		Name: "dataset label", Title: "Labels", Unit: "positions",
		Usage: "label the positions of a database",
		About: "Label the positions of a database that a job of this server has made.",
		Help: `Labels positions that have no label or a worse one, and writes all rows in their order to a
new database. The methods are

   static      0-ply evaluation of a model
   ply1, ply2  1-ply or 2-ply evaluation: the mean over all rolls after a model's best plays
   rollout     rollout by a model, with standard errors
   bearoff     bear-off databases; other positions keep their label
   game        result of one self-play game, or the mean of --trials games

Labels of the same method are kept unless they have fewer trials; --relabel replaces them.

` + rollout.PresetUsage() + `
Example:
   gammonlab dataset label positions.parquet --method ply1 --model default --out ply1.parquet
   gammonlab dataset label positions.parquet --method ply1 --cubeful --prune --sieve 5/0.2 --out cubes.parquet
   gammonlab dataset label positions.parquet --method rollout --trials 144 --truncate 11 --out rollouts.parquet
   gammonlab dataset label positions.parquet --method rollout --preset quick --out rollouts.parquet
   gammonlab dataset label positions.parquet --method bearoff --bearoff hyper3.bd --out exact.parquet
   gammonlab dataset label positions.parquet --method rollout --out r.parquet --pool nats://host:4222 --key me.nk`,
		Farm: label.Kind, Run: runLabel,
	}
}

func runLabel(ctx context.Context, j *label.Job, env *work.Env) (*label.Report, error) {
	j.Workers, j.Pool, j.Replace = env.Workers, env.Pool, env.Replace
	j.Progress = func(s *label.Summary) {
		env.Progress(work.Progress{
			Done: s.Labelled + s.Unknown, Total: s.Wanted, Note: s.Note(),
			Result: func() work.Result { return &label.Report{Out: j.Out, Summary: *s} },
		})
	}
	s, err := label.Run(ctx, *j)
	if s == nil {
		return nil, err
	}
	return &label.Report{Out: j.Out, Summary: *s}, err
}

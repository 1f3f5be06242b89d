package ablate

import (
	"context"
	"io"

	"gammonlab/farm"
	"gammonlab/features"
	"gammonlab/nets"
	"gammonlab/nets/learn"
	"gammonlab/supervised"
)

// DefaultConfig returns settings to train a net over the feature set that suit
// some thousand positions or more.
func DefaultConfig(set features.Set) supervised.Config {
	cfg := supervised.DefaultConfig()
	cfg.Nets = []nets.Shape{nets.ShapeOf(nets.All, nets.NewSpec(set, nets.Sigmoid, 64))}
	cfg.Batch, cfg.Rate = 32, learn.Cosine(0.01, 0, 0)
	return cfg
}

// Training has the settings and data of a net's training.
type Training struct {
	Config               supervised.Config // settings of one net
	Training, Validation *supervised.Samples
}

// Retrain trains a net for each group of a result and sets Retrain of each group. It
// uses the settings and the seed of the result's net, with the group's inputs always 0.
// Nets also differ by chance: training with another seed shows by how much.
func Retrain(ctx context.Context, r *Result, t Training, o Options) error {
	doer := newRetrainer(t)
	if o.Pool == nil {
		doer.progress = o.Progress
	}
	w := &retraining{groups: r.Groups, base: r.Base, numbers: groupNumbers(doer.groups)}
	job := doer.job()
	job.Items = func() uint64 { return uint64(len(r.Groups)) }
	return job.Run(ctx, farm.Of(o.Pool, max(o.Workers, 1)), w.next, func(p *farm.Records[measure]) error {
		if o.Pool != nil && o.Progress != nil {
			o.Progress(t.Config.Epochs * t.Training.Len())
		}
		w.take(&p.Results[0])
		return nil
	}, nil)
}

// retraining is the source of the groups of a result, in order, and receives the losses
// without them.
type retraining struct {
	groups      []Effects
	base        supervised.Loss
	numbers     map[string]uint64 // of the groups, by name
	begun, done int               // trainings
}

// next is a [farm.Source].
func (w *retraining) next(int) (*farm.Records[measure], error) {
	if w.begun == len(w.groups) {
		return nil, io.EOF
	}
	w.begun++
	return &farm.Records[measure]{First: w.numbers[w.groups[w.begun-1].Name], Items: 1}, nil
}

// take receives the result of a training.
func (w *retraining) take(m *measure) {
	w.groups[w.done].Retrain = &Change{m.Divergence - w.base.Divergence(), m.Equity - w.base.Equity()}
	w.done++
}

// groupNumbers returns the index of each group in the list, by name.
func groupNumbers(groups []Group) map[string]uint64 {
	numbers := map[string]uint64{}
	for i, g := range groups {
		numbers[g.Name] = uint64(i)
	}
	return numbers
}

package ablate

import (
	"context"

	"gammonlab/features"
	"gammonlab/internal/workers"
	"gammonlab/nets"
	"gammonlab/nets/learn"
	"gammonlab/supervised"
)

// DefaultConfig returns settings to train a net over the feature set that suit
// some thousand positions or more.
func DefaultConfig(set features.Set) supervised.Config {
	cfg := supervised.DefaultConfig()
	cfg.Nets = []supervised.Shape{supervised.ShapeOf(nets.All, nets.NewSpec(set, nets.Sigmoid, 64))}
	cfg.Batch, cfg.Rate = 32, learn.Cosine(0.01, 0, 0)
	return cfg
}

// Training is what a net was trained with.
type Training struct {
	Config               supervised.Config // of one net
	Training, Validation *supervised.Samples
}

// Retrain trains a net for each group of a result, with the settings and the
// seed of the net that the result is about but the group's inputs always 0, and
// sets Retrain of each group. One net differs from the next by chance too: train
// with another seed to see by how much.
func Retrain(ctx context.Context, r *Result, t Training, o Options) error {
	slots := make([]struct{}, max(o.Workers, 1))
	return workers.Try(ctx, slots, len(r.Groups), func(ctx context.Context, _ struct{}, g int) error {
		return r.Groups[g].retrain(ctx, r.Base, t, o.Progress)
	})
}

// retrain trains one net without the group.
func (e *Effects) retrain(ctx context.Context, base supervised.Loss, t Training, progress func(int)) error {
	without := t.Validation.Without(e.Inputs)
	trained, err := supervised.Train(ctx, t.Config, t.Training.Without(e.Inputs), without, progress)
	if err != nil {
		return err
	}
	best := trained.Epochs[trained.Best-1]
	e.Retrain = &Change{best.Divergence - base.Divergence(), best.Equity - base.Equity()}
	return nil
}

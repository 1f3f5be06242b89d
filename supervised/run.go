package supervised

import (
	"context"

	"gammonlab/nets"
)

// Hooks are functions that a run calls. Each may be nil.
type Hooks struct {
	// Progress receives the number of positions learned from, and its maximum at the
	// end of the run. It is called by one goroutine and must be quick.
	Progress func(done, total int64)

	// Measure measures the current model every Config.BenchEvery epochs, by the benchmarks of
	// the run's files or by games. It must not change the model. Its names are those in the
	// metrics.
	Measure func(ctx context.Context, m *nets.Model) (map[string]float64, error)

	// Point receives each point after it was written to the metrics.
	Point func(Point)
}

// Run trains to the end of the run and writes the model. If ctx is cancelled, it writes
// a checkpoint and returns ctx's error. Run closes the folder.
func (f *Folder) Run(ctx context.Context, t *Trainer, hooks Hooks) error {
	if err := f.files.Lock(); err != nil {
		return err
	}
	defer f.Close()
	err := (&run{f, t, hooks}).all(ctx)
	f.files.Ended(err)
	return err
}

// run is a trainer at work in a folder.
type run struct {
	*Folder
	trainer *Trainer
	hooks   Hooks
}

// all trains all nets for all epochs.
func (r *run) all(ctx context.Context) error {
	f, t := r.Folder, r.trainer
	for p := t.next(); p != nil; p = t.next() {
		before := p.Epoch
		if err := r.epoch(ctx, p); err != nil {
			if ctx.Err() != nil && p.Epoch == before {
				if err := f.saveCheckpoint(t); err != nil {
					return err
				}
				return ctx.Err()
			}
			return err
		}
	}
	return t.model().Save(f.Model())
}

// epoch trains a net for the rest of its epoch. Only steps change its state until
// everything is measured, so a run can be stopped at any moment.
func (r *run) epoch(ctx context.Context, p *netTrainer) error {
	err := p.learn(ctx, r.trainer.workers, func() error {
		if r.hooks.Progress != nil {
			r.hooks.Progress(r.trainer.Positions())
		}
		if every := r.trainer.cfg.Checkpoint; every > 0 && p.Step%every == 0 && p.Step < p.steps() {
			return r.saveCheckpoint(r.trainer)
		}
		return nil
	})
	if err != nil {
		return err
	}
	a, err := p.assess(ctx, r.trainer.workers)
	if err != nil {
		return err
	}
	if r.hooks.Measure != nil && r.trainer.benches(p) {
		if a.Bench, err = r.hooks.Measure(ctx, r.trainer.current()); err != nil {
			return err
		}
	}
	p.commit(a)
	// Metrics come first: metrics without their checkpoint are removed when the run is
	// resumed; in the other order they could be missing.
	if err := r.files.AppendMetrics(a.Point); err != nil {
		return err
	}
	if err := r.saveCheckpoint(r.trainer); err != nil {
		return err
	}
	if p.done() && p.Epoch < p.cfg.Epochs {
		r.files.Event("stopped", "part", p.shape.Part, "epoch", p.Epoch, "epochs_without_improvement", p.Epoch-p.Best.Epoch,
			"best_epoch", p.Best.Epoch, "validation_loss", p.Best.ValidationLoss, "equity_rmse", p.Best.Equity)
	}
	if r.hooks.Point != nil {
		r.hooks.Point(a.Point)
	}
	return nil
}

// benches reports whether the model is measured after this epoch of this net: after the
// last net of every BenchEvery epochs, and at the end of the run.
func (t *Trainer) benches(p *netTrainer) bool {
	epoch := p.Epoch + 1
	for _, other := range t.nets {
		if other != p && !other.done() && other.Epoch < epoch {
			return false
		}
	}
	return epoch%t.cfg.BenchEvery == 0 || epoch == t.cfg.Epochs
}

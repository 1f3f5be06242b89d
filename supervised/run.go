package supervised

import (
	"context"
	"fmt"
	"maps"

	"gammonlab/nets"
)

// Hooks are what a run does beside training. Each may be nil.
type Hooks struct {
	// Progress receives how many positions have been learned from, and will have
	// been at most. It is called by one goroutine and must be quick.
	Progress func(done, total int64)

	// Measure measures the model of the nets as they are now, which it must not
	// change, every Config.BenchEvery epochs, beside the benchmarks of the data.
	// Names are those in the metrics.
	Measure func(ctx context.Context, m *nets.Model) (map[string]float64, error)

	// Point receives what was written to the metrics.
	Point func(Point)
}

// Run trains to the end of the run, or until ctx is cancelled, in which case
// what was learned is kept in the folder and ctx's error returned. At the end it
// writes the model. The folder is closed when Run returns.
func (f *Folder) Run(ctx context.Context, t *Trainer, hooks Hooks) error {
	if err := f.files.Lock(); err != nil {
		return fmt.Errorf("supervised: %w", err)
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

// all takes all nets through all epochs.
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

// epoch trains a net for the rest of its epoch. It changes nothing but by
// steps until all is measured: a run can be stopped at any moment.
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
	if r.trainer.benches(p) {
		if a.Bench, err = r.bench(ctx, r.trainer.current()); err != nil {
			return err
		}
	}
	p.commit(a)
	// In this order: metrics without their checkpoint are dropped when the run
	// is resumed, the other way round they would be missing.
	if err := r.files.AppendMetrics(a.Point); err != nil {
		return fmt.Errorf("supervised: %w", err)
	}
	if err := r.saveCheckpoint(r.trainer); err != nil {
		return err
	}
	if r.hooks.Point != nil {
		r.hooks.Point(a.Point)
	}
	return nil
}

// bench measures a model on all benchmarks.
func (r *run) bench(ctx context.Context, m *nets.Model) (map[string]float64, error) {
	all := map[string]float64{}
	for _, b := range r.trainer.data.benches {
		if err := b.measure(ctx, m, all); err != nil {
			return nil, err
		}
	}
	if r.hooks.Measure != nil {
		more, err := r.hooks.Measure(ctx, m)
		if err != nil {
			return nil, err
		}
		maps.Copy(all, more)
	}
	return all, nil
}

// benches reports whether the model is measured after the epoch of a net: the last net
// of every so many epochs, and of the run.
func (t *Trainer) benches(p *netTrainer) bool {
	epoch := p.Epoch + 1
	for _, other := range t.nets {
		if other != p && !other.done() && other.Epoch < epoch {
			return false
		}
	}
	return epoch%t.cfg.BenchEvery == 0 || epoch == t.cfg.Epochs
}

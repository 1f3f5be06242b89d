package supervised

import (
	"context"

	"gammonlab/engine/netrun"
	"gammonlab/nets"
)

// Hooks are functions that a run calls. Each may be nil.
type Hooks struct {
	// Progress receives the number of positions learned from, and its maximum at the
	// end of the run. It is called by one goroutine and must be quick.
	Progress func(done, total int64)

	// Measure measures the current model every Config.BenchEvery epochs by the benchmarks of
	// the run's files. It must not change the model. Its names are those in the metrics.
	Measure func(ctx context.Context, m *nets.Model) (map[string]float64, error)

	// Strength plays games games against Config.BenchOpponent, when Measure measures. It must
	// not change the model. Without it, a run needs BenchGames 0.
	Strength func(ctx context.Context, m *nets.Model, games int) (*Measurement, error)

	// Point receives each point after it was written to the metrics.
	Point func(Point)
}

// Run trains to the end of the run and writes the model. If ctx is cancelled, it writes
// a checkpoint and returns ctx's error. Run closes the folder.
func (f *Folder) Run(ctx context.Context, t *Trainer, hooks Hooks) error {
	if games := t.cfg.BenchGames; games > 0 && hooks.Strength == nil {
		f.Close()
		return netrun.NotMeasured("bench_games", int64(games), "Strength")
	}
	return f.files.Run(ctx, &run{f, t, hooks})
}

// run is a trainer at work in a folder. Its parts are epochs of the nets.
type run struct {
	*Folder
	trainer *Trainer
	hooks   Hooks
}

// Done implements [netrun.Trainer].
func (r *run) Done() bool { return r.trainer.next() == nil }

// Part implements [netrun.Trainer]: it trains a net for the rest of its epoch.
func (r *run) Part(ctx context.Context) (*netrun.Part, error) {
	p := r.trainer.next()
	if err := p.learn(ctx, r.trainer.workers, func() error { return r.step(p) }); err != nil {
		return nil, err
	}
	a, err := p.assess(ctx, r.trainer.workers)
	if err != nil {
		return nil, err
	}
	if r.trainer.benches(p) {
		if err := r.measure(ctx, &a.Point); err != nil {
			return nil, err
		}
	}
	return &netrun.Part{Point: a.Point, Commit: func() { p.commit(a) }, Saved: func() { r.saved(p, a) }}, nil
}

// measure adds the measurements of the current model. The steps before them are saved first, since
// they may take long.
func (r *run) measure(ctx context.Context, p *Point) (err error) {
	model, games := r.trainer.current(), r.trainer.cfg.BenchGames
	if games > 0 || r.hooks.Measure != nil {
		err = r.Save()
	}
	if err == nil && r.hooks.Measure != nil {
		p.Bench, err = r.hooks.Measure(ctx, model)
	}
	if err == nil && games > 0 {
		if p.Measurement, err = r.hooks.Strength(ctx, model, games); err == nil {
			netrun.Against(p.Measurement, r.trainer.cfg.BenchOpponent)
		}
	}
	return err
}

// saved says that an epoch of a net is complete.
func (r *run) saved(p *netTrainer, a *assessment) {
	if p.done() && p.Epoch < p.cfg.Epochs {
		r.files.Event("stopped", "part", p.shape.Part, "epoch", p.Epoch, "epochs_without_improvement", p.Epoch-p.Best.Epoch,
			"best_epoch", p.Best.Epoch, "validation_loss", p.Best.ValidationLoss, "equity_rmse", p.Best.Equity)
	}
	if r.hooks.Point != nil {
		r.hooks.Point(a.Point)
	}
}

// step shows the progress, and writes a checkpoint if one is due.
func (r *run) step(p *netTrainer) error {
	if r.hooks.Progress != nil {
		r.hooks.Progress(r.trainer.Positions())
	}
	every := r.trainer.cfg.Checkpoint
	if r.files.Due() || every > 0 && p.Step%every == 0 && p.Step < p.steps() {
		return r.Save()
	}
	return nil
}

// Save implements [netrun.Trainer].
func (r *run) Save() error { return r.trainer.save(r.files) }

// Model implements [netrun.Trainer].
func (r *run) Model() (*nets.Model, error) { return r.trainer.model(), nil }

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

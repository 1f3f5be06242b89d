package simulate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"gammonlab/engine"
	"gammonlab/farm"
	"gammonlab/internal/journal"
	"gammonlab/internal/nets/kernel"
	"gammonlab/internal/version"
)

// Options are the settings of [Run].
type Options struct {
	Grid     Grid
	Model    string // model of the judge, and of players without a model in the grid
	Analysis int    // search depth of the judge in plies
	Seed     uint64
	Workers  int // number of goroutines; the result does not depend on it

	// Pool plays the matches; nil for the goroutines of this process.
	Pool farm.Pool

	// Replace replaces an existing file at the path at the end.
	Replace bool

	// Load returns the evaluator of a model and its digest. It is called once for
	// each model.
	Load func(model string) (engine.Evaluator, string, error)

	// Name is the name of the model in the file; Model if empty.
	Name string

	// Databases names the bear-off databases of the evaluators.
	Databases string

	// Progress, if set, receives the number of matches played, which includes those of
	// earlier processes. It is called by one goroutine at a time.
	Progress func(done, total int)
}

// Run plays the grid and writes the study to path. Progress is kept in [Part] until the
// study is complete: if interrupted, call Run again with the same settings to resume. The
// study is identical for any interruption. If there is a study or a part with other
// settings, Run returns an error and does not change it.
func Run(ctx context.Context, path string, o Options) (*Study, error) {
	r, err := newRun(&o)
	if err != nil {
		return nil, err
	}
	if done, err := r.finished(path); done != nil || err != nil {
		return done, err
	}
	if err := r.openState(path); err != nil {
		return nil, err
	}
	if err := r.play(ctx, path); err != nil {
		return nil, errors.Join(err, r.file.Close())
	}
	if err := Write(path, r.study); err != nil {
		return nil, errors.Join(err, r.file.Close())
	}
	if err := r.file.Finish(); err != nil {
		return nil, err
	}
	return Read(path)
}

// run is a running simulation.
type run struct {
	*Options
	*plan
	study *Study
	done  []bool // rows that are set
	count int
	file  *journal.Journal
}

// newRun checks the options and loads the models.
func newRun(o *Options) (*run, error) {
	if o.Workers < 1 {
		return nil, fmt.Errorf("%d workers, want at least 1", o.Workers)
	}
	p, err := newPlan(&o.Grid, o.Seed, o.Analysis)
	if err != nil {
		return nil, err
	}
	r := &run{Options: o, plan: p, done: make([]bool, p.total)}
	r.study = &Study{
		Grid: o.Grid, Seed: o.Seed, Analysis: o.Analysis, Model: cmp.Or(o.Name, o.Model), Databases: o.Databases,
		Digests: map[string]string{}, Toolkit: version.Toolkit, Kernel: kernel.Class(), Rows: make([]Row, p.total),
	}
	for _, name := range p.names() {
		if err := r.load(name); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// load loads a model of the grid, or the model of the options for "", and records its
// digest.
func (r *run) load(model string) error {
	static, digest, err := r.Load(cmp.Or(model, r.Model))
	if err != nil {
		return err
	}
	name := cmp.Or(model, r.study.Model)
	if known, ok := r.study.Digests[name]; ok && known != digest {
		return fmt.Errorf("two models are called %s", name)
	}
	r.models[model], r.study.Digests[name] = engine.NewFull(static), digest
	return nil
}

// finished returns the study at path if it has the same settings, nil if there is no
// file.
func (r *run) finished(path string) (*Study, error) {
	if _, err := os.Lstat(path); r.Replace || errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	there, err := Read(path)
	if err != nil {
		return nil, err
	}
	if err := same(path, there, r.study); err != nil {
		return nil, fmt.Errorf("%s: another study, %w", path, err)
	}
	os.Remove(Part(path)) // remains if a process was killed after Write and before Finish
	if r.Progress != nil {
		r.Progress(len(there.Rows), len(there.Rows))
	}
	return there, nil
}

// play plays the missing matches.
func (r *run) play(ctx context.Context, path string) error {
	r.reportProgress()
	job, left := r.job(), uint64(len(r.done)-r.count)
	job.Items = func() uint64 { return left }
	err := farm.Of(r.Pool, r.Workers).Run(ctx, job, r.newSource().shard, r.take, r.file.Sync)
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return fmt.Errorf("%d of %d matches are in %s; run the same command again to resume: %w",
			r.count, len(r.done), Part(path), err)
	}
	return err
}

// reportProgress reports the number of matches played.
func (r *run) reportProgress() {
	if r.Progress != nil {
		r.Progress(r.count, len(r.done))
	}
}

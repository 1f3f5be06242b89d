package simulate

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"

	"gammonlab/engine"
	"gammonlab/engine/search"
	"gammonlab/evalbench"
	"gammonlab/internal/journal"
	"gammonlab/internal/version"
	"gammonlab/internal/workers"
	"gammonlab/nets/kernel"
)

// Options are the settings of [Run].
type Options struct {
	Grid     Grid
	Model    string // of players without one in the grid, and of the judge
	Analysis int    // how many plies the judge looks ahead
	Seed     uint64
	Workers  int // goroutines; the result does not depend on them

	// Replace has what is at the path replaced when all is played.
	Replace bool

	// Load returns the evaluator of a model and its digest. It is called once for
	// each model.
	Load func(model string) (engine.Evaluator, string, error)

	// Name is what the model is called in the file; Model if empty.
	Name string

	// Databases names the databases of endings behind the evaluators.
	Databases string

	// Progress, if set, receives how many matches are played, at first those of
	// earlier processes. It is not called by two goroutines at once.
	Progress func(done, total int)
}

// Run plays the grid and writes the study to path. Progress is kept in [Part] until
// the study is complete: if interrupted, call Run again with the same settings to
// resume. The study is identical for any interruption. A study or part of other
// settings is an error and stays as it is.
func Run(ctx context.Context, path string, o Options) (*Study, error) {
	r, err := newRun(&o)
	if err != nil {
		return nil, fmt.Errorf("simulate: %w", err)
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
		return nil, fmt.Errorf("simulate: %w", err)
	}
	return Read(path)
}

// run is a running simulation.
type run struct {
	*Options
	study *Study
	cells []cell
	first []int  // index of the first row of each cell
	done  []bool // which rows are there
	count int

	models map[string]*engine.Full

	mutex sync.Mutex
	file  *journal.Journal
}

// newRun checks the options and loads the models.
func newRun(o *Options) (*run, error) {
	if err := o.Grid.Validate(); err != nil {
		return nil, err
	}
	switch {
	case o.Analysis < 0 || o.Analysis > search.MaxPlies:
		return nil, fmt.Errorf("an analysis of %d plies, want 0 to %d", o.Analysis, search.MaxPlies)
	case o.Workers < 1:
		return nil, fmt.Errorf("%d workers, want at least 1", o.Workers)
	}
	r := &run{Options: o, cells: o.Grid.cells(), models: map[string]*engine.Full{}}
	name := o.Name
	if name == "" {
		name = o.Model
	}
	r.study = &Study{
		Grid: o.Grid, Seed: o.Seed, Analysis: o.Analysis, Model: name, Databases: o.Databases,
		Digests: map[string]string{}, Toolkit: version.Toolkit, Kernel: kernel.Class(),
	}
	for _, c := range r.cells {
		r.first = append(r.first, len(r.done))
		r.done = append(r.done, make([]bool, c.matches)...)
	}
	r.study.Rows = make([]Row, len(r.done))
	if err := r.load("", name); err != nil {
		return nil, err
	}
	for i := range o.Grid.Pairs {
		for _, p := range []*Player{&o.Grid.Pairs[i].A, &o.Grid.Pairs[i].B} {
			if err := r.load(p.Model, p.Model); err != nil {
				return nil, err
			}
		}
	}
	return r, nil
}

// load loads a model of the grid, "" for that of the options, which has a name in
// the study.
func (r *run) load(model, name string) error {
	if r.models[model] != nil {
		return nil
	}
	from := model
	if model == "" {
		from = r.Model
	}
	static, digest, err := r.Load(from)
	if err != nil {
		return err
	}
	if known, ok := r.study.Digests[name]; ok && known != digest {
		return fmt.Errorf("two models are called %s", name)
	}
	r.models[model], r.study.Digests[name] = engine.NewFull(static), digest
	return nil
}

// finished returns the study at path if it is this one, nil if there is none.
func (r *run) finished(path string) (*Study, error) {
	if _, err := os.Lstat(path); r.Replace || errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	there, err := Read(path)
	if err != nil {
		return nil, err
	}
	if err := same(there, r.study); err != nil {
		return nil, fmt.Errorf("%s: another study, %w", path, err)
	}
	os.Remove(Part(path)) // left by a process that was killed between the two
	if r.Progress != nil {
		r.Progress(len(there.Rows), len(there.Rows))
	}
	return there, nil
}

// play plays the matches that are missing.
func (r *run) play(ctx context.Context, path string) error {
	r.reportProgress()
	pieces := r.pieces()
	runners := make([]*matchRunner, min(r.Workers, len(pieces)))
	for i := range runners {
		runners[i] = r.newMatchRunner()
	}
	err := workers.Try(ctx, runners, len(pieces), func(ctx context.Context, t *matchRunner, i int) error {
		return t.play(ctx, pieces[i])
	})
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return fmt.Errorf("simulate: stopped with %d of %d matches in %s, from which the same command goes on: %w",
			r.count, len(r.done), Part(path), context.Cause(ctx))
	}
	return fmt.Errorf("simulate: %w", err)
}

// reportProgress reports how many matches are played.
func (r *run) reportProgress() {
	if r.Progress != nil {
		r.Progress(r.count, len(r.done))
	}
}

// addMatch adds a match to the study and the part.
func (r *run) addMatch(cell, match int, g *evalbench.Game) error {
	if g.Points == 0 {
		return fmt.Errorf("match %d: a game had no end after %d plies", match, evalbench.DefaultMaxPlies)
	}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	row := r.study.row(r.cells[cell], match)
	row.Won, row.Games, row.Plies = g.Points > 0, int32(g.Games), int32(g.Plies)
	row.Luck = (g.Adjusted + 1) / 2
	a, b := &g.Errors[0], &g.Errors[1]
	row.PlaysA, row.PlayErrorA, row.CubesA, row.CubeErrorA = int32(a.Plays), a.PlayError, int32(a.Cubes), a.CubeError
	row.PlaysB, row.PlayErrorB, row.CubesB, row.CubeErrorB = int32(b.Plays), b.PlayError, int32(b.Cubes), b.CubeError
	if err := r.appendRow(cell, &row); err != nil {
		return err
	}
	r.take(cell, &row)
	r.reportProgress()
	return nil
}

// take puts a row in its place.
func (r *run) take(cell int, row *Row) {
	i := r.first[cell] + int(row.Match)
	r.study.Rows[i], r.done[i] = *row, true
	r.count++
}

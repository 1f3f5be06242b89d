package iterate

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"gammonlab/engine"
	"gammonlab/farm"
	"gammonlab/internal/atomicfile"
	"gammonlab/internal/nets/kernel"
	"gammonlab/internal/seed"
	"gammonlab/nets"
)

// Step is the name of a step of a generation.
type Step string

// The steps of a generation, in order except where noted.
const (
	Generating Step = "generate"
	Labelling  Step = "label"
	Merging    Step = "merge"
	Training   Step = "train"
	Playing    Step = "match"
	Pubeval    Step = "pubeval"
	Valuing    Step = "values"
	Pooling    Step = "pools"       // before Generating
	Pruning    Step = "prune"       // after Training
	Starting   Step = "start match" // after Playing
)

// steps lists the steps. The index of a step is the number of its seed: add new steps
// at the end.
var steps = []Step{Generating, Labelling, Merging, Training, Playing, Pubeval, Valuing, Pooling, Pruning, Starting}

// Options are the inputs of a run besides its folder.
type Options struct {
	Databases *engine.Databases // bear-off databases, the same as when the run was created
	Workers   int               // goroutines, at least 1; the result does not depend on it

	// Pool plays self-play games and labels positions; nil for goroutines of this
	// process. Training, pruning and merging use no pool.
	Pool farm.Pool

	// Match plays a match.
	Match func(ctx context.Context, m Match) (Played, error)

	// Begin, if not nil, is called at the beginning of every step that has work to do.
	// The function that it returns receives the step's progress, from one goroutine at
	// a time; a total of 0 is unknown.
	Begin func(generation int, step Step) (progress func(done, total int64))

	// Point, if not nil, receives every completed generation. Its error ends the run.
	Point func(Point) error
}

// Match is a match of pairs of games between two models at 0 plies.
type Match struct {
	A, B  *nets.Model // B is nil for pubeval
	Luck  *nets.Model // computes the luck; nil for no luck-adjusted results
	Games int
	Seed  uint64
}

// Played is the result of a match.
type Played struct {
	Pairs    Pairs
	Adjusted []float64 // for each pair, in order, A's mean luck-adjusted points per game; nil without a Luck model
}

// Run continues the run to its end. If ctx is cancelled, it keeps all progress and
// returns ctx's error.
func (f *Folder) Run(ctx context.Context, o Options) error {
	if names := o.Databases.Names(); !slices.Equal(names, f.doc.Databases) {
		return fmt.Errorf("the run began with the bear-off databases %q, not with %q", f.doc.Databases, names)
	}
	if err := f.files.Lock(); err != nil {
		return err
	}
	defer f.files.Unlock()
	err := f.run(ctx, o)
	f.files.Ended(err)
	return err
}

func (f *Folder) run(ctx context.Context, o Options) error {
	done, err := f.records()
	if err != nil {
		return err
	}
	if f.opened {
		f.files.Started("resumed", kernel.Class(), &f.doc, "generations", max(len(done)-1, 0))
	}
	if f.changed {
		if err := f.files.WriteConfig(f.doc); err != nil {
			return err
		}
	}
	clock, err := f.newStopwatch()
	if err != nil {
		return err
	}
	for {
		best, from, err := f.finishGeneration(done)
		if err != nil || len(done) > f.doc.Generations {
			return err
		}
		g := &generation{Folder: f, options: o, number: len(done), best: best, from: from, done: done, clock: clock}
		r, err := g.run(ctx)
		if err := errors.Join(err, clock.stop(), g.late); err != nil {
			return err
		}
		done = append(done, r)
		f.files.Event("generation", "number", r.Generation, "promoted", r.Promoted, "model", r.Model)
		if o.Point != nil {
			if err := o.Point(r.Point); err != nil {
				return err
			}
		}
	}
}

// generation is the generation in progress.
type generation struct {
	*Folder
	options Options
	number  int
	best    *nets.Model // best net at its beginning
	from    parent      // origin of the best net
	done    []*record
	record  record
	clock   *stopwatch
	late    error // first error of writing the timings
}

// run runs the remaining steps of the generation.
func (g *generation) run(ctx context.Context) (*record, error) {
	if err := g.sweep(); err != nil {
		return nil, err
	}
	g.record = record{Point: Point{Generation: g.number}, Settings: g.key(), Parent: g.from, Seeds: map[Step]uint64{}}
	candidate, err := g.candidate(ctx)
	if err != nil {
		return nil, err
	}
	if g.record.Model, err = candidate.Digest(); err != nil {
		return nil, err
	}
	if err := g.measure(ctx, candidate); err != nil {
		return nil, err
	}
	g.record.Promoted = g.number > 0 && g.doc.Promote.allows(g.record.Match)
	return &g.record, writeJSON(g.path(recordFile), &g.record)
}

// candidate makes the generation's candidate. For number 0 it is the initial model.
func (g *generation) candidate(ctx context.Context) (*nets.Model, error) {
	if g.number == 0 {
		if g.startPrunes() {
			return g.prune(ctx, g.start)
		}
		return g.start, nil
	}
	for _, step := range []func(context.Context) error{g.pools, g.generate, g.label, g.merge} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	m, err := g.train(ctx)
	if err != nil || !g.doc.prunesAt(g.number) {
		return m, err
	}
	return g.prune(ctx, m)
}

// allows reports whether a candidate with the score replaces the best net.
func (p *Promote) allows(s *Score) bool {
	if p.Always || s == nil {
		return p.Always
	}
	e := s.Result()
	return e.PPG > 0 && e.PPG > p.Sigmas*e.StdErr
}

// sweep makes the generation's folder, and removes temporary files of killed processes.
func (g *generation) sweep() error {
	if err := os.MkdirAll(g.path(""), 0o777); err != nil {
		return err
	}
	atomicfile.RemoveDeadIn(g.path(""))
	atomicfile.RemoveDeadIn(g.path(poolsDir))
	return nil
}

// path returns the path of a file of the generation.
func (g *generation) path(name string) string { return filepath.Join(g.generationDir(g.number), name) }

// seed returns the seed of a step and records it.
func (g *generation) seed(step Step) uint64 {
	s := seed.Derive(seed.Derive(g.doc.Seed, uint64(g.number)), uint64(slices.Index(steps, step)))
	if step == Pubeval || step == Starting {
		s = seed.Derive(g.doc.Seed, uint64(slices.Index(steps, step)))
	}
	g.record.Seeds[step] = s
	return s
}

// begin announces a step and returns the function for its progress.
func (g *generation) begin(step Step) func(done, total int64) {
	g.noteLate(g.clock.begin(g.number, step))
	g.files.Event("step", "generation", g.number, "step", step)
	progress := func(int64, int64) {}
	if g.options.Begin != nil {
		if p := g.options.Begin(g.number, step); p != nil {
			progress = p
		}
	}
	return func(done, total int64) {
		g.noteLate(g.clock.tick())
		progress(done, total)
	}
}

// noteLate keeps the first error that must not stop a step in progress.
func (g *generation) noteLate(err error) {
	if g.late == nil {
		g.late = err
	}
}

// failed adds the generation and the step to an error.
func (g *generation) failed(step Step, err error) error {
	return fmt.Errorf("generation %d, %s: %w", g.number, step, err)
}

package label

import (
	"context"
	"errors"
	"math"
	"runtime"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/engine"
	"gammonlab/engine/search"
	"gammonlab/internal/workers"
)

// unknown is the value of unknown numbers.
var unknown = float32(math.NaN())

// Labeller labels positions. Any number of goroutines may use it. If the model changes,
// create a new Labeller.
type Labeller struct {
	settings  Settings
	static    *engine.Full // nil without a model
	databases *engine.Databases
	digest    string           // digest of the evaluator, "" if it has none
	nameless  error            // reason why the evaluator has no digest
	searcher  *search.Searcher // its clones share a cache; nil if the method needs no search
}

// New returns a labeller that uses the evaluator and takes ownership of it.
func New(evaluator engine.Evaluator, s Settings) (*Labeller, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	static := engine.NewFull(evaluator)
	if s.By == datasets.Bearoff {
		return OfDatabases(static.Databases())
	}
	l := &Labeller{settings: s, databases: static.Databases(), static: static}
	l.digest, l.nameless = static.Digest()
	if s.By == datasets.Rollout || s.By == datasets.Static || s.By == datasets.Ply1 {
		return l, nil
	}
	var err error
	l.searcher, err = search.New(l.static.Clone(), s.search())
	return l, err
}

// OfDatabases returns a labeller for the method [datasets.Bearoff]: it looks positions up
// in the databases.
func OfDatabases(databases *engine.Databases) (*Labeller, error) {
	if databases == nil {
		return nil, errors.New("no bear-off databases")
	}
	return &Labeller{settings: Settings{By: datasets.Bearoff}, databases: databases}, nil
}

// search returns the settings of the search.
func (s *Settings) search() search.Options {
	if s.By == datasets.Ply2 {
		return search.Options{Depth: search.Depth{Plies: 2}, NoPruning: !s.Prune}
	}
	return search.Options{Depth: s.Depth}
}

// rowLabeller labels rows. Only one goroutine may use it.
type rowLabeller struct {
	labeller *Labeller
	static   *engine.Full // nil without a model
	method   method
	answer   [1]engine.Probabilities
	query    [1]board.Position
}

func (l *Labeller) newRowLabeller() (*rowLabeller, error) {
	w := &rowLabeller{labeller: l}
	if l.static != nil {
		w.static = l.static.Clone()
	}
	var err error
	switch s := &l.settings; s.By {
	case datasets.Bearoff:
		w.method = lookUp{l.databases}
	case datasets.Rollout:
		w.method, err = newRoller(w.static, s)
	case datasets.Game:
		w.method = newPlayout(s, l.searcher.Clone())
	case datasets.Static:
		w.method = &atOnce{static: w.static}
	case datasets.Ply1:
		w.method, err = newLookAhead(w.static, s)
	case datasets.Ply2:
		w.method = &lookAhead{static: w.static, two: l.searcher.Clone()}
	}
	return w, err
}

// label gives the row a new label. If the method cannot label the position, it returns
// false and leaves the row unchanged.
func (w *rowLabeller) label(ctx context.Context, r *datasets.Row) (bool, error) {
	labelled := datasets.NewRow(r.Position)
	labelled.Source, labelled.Weight, labelled.Seed = r.Source, r.Weight, w.labeller.settings.seedOf(&r.Position)
	ok := true
	var err error
	if result := r.Position.Result(); result != 0 {
		labelled.Probabilities = engine.Certain(result)
		setErrors(&labelled, 0)
	} else {
		ok, err = w.method.label(ctx, &labelled)
	}
	if err != nil || !ok {
		return false, err
	}
	datasets.RuleOut(&labelled.Probabilities, &r.Position)
	labelled.Method, labelled.Labeller = w.labeller.settings.By, w.labeller.digest
	*r = labelled
	return true, nil
}

// change returns the label's equity less the model's 0-ply equity; NaN without a model
// and for labels of 0-ply evaluation.
func (w *rowLabeller) change(r *datasets.Row) float64 {
	if w.static == nil || w.labeller.settings.By == datasets.Static {
		return math.NaN()
	}
	w.query[0] = r.Position
	w.static.Evaluate(w.answer[:], w.query[:])
	return math.Abs(float64(r.Probabilities.Equity()) - float64(w.answer[0].Equity()))
}

// Rows labels all rows in memory, including rows with a label, with the given number of
// goroutines, 0 for one per processor. The labels are the same as those of a [Job]. Rows
// that the method cannot label stay unchanged. If Rows returns an error, some rows may be
// labelled.
func (l *Labeller) Rows(ctx context.Context, rows []datasets.Row, goroutines int) error {
	if goroutines < 1 {
		goroutines = runtime.GOMAXPROCS(0)
	}
	all := make([]*rowLabeller, goroutines)
	for i := range all {
		var err error
		if all[i], err = l.newRowLabeller(); err != nil {
			return err
		}
	}
	err := workers.Try(ctx, all, len(rows), func(ctx context.Context, w *rowLabeller, i int) error {
		_, err := w.label(ctx, &rows[i])
		return err
	})
	if err != nil {
		return err
	}
	return nil
}

package evalbench

import (
	"cmp"
	"context"
	"io"
	"runtime"
	"slices"

	"gammonlab/engine"
	"gammonlab/engine/named"
	"gammonlab/farm"
)

// Series is a list of pieces of matches, which are played one after the other without a
// pause. The observers of a match receive its items in the order of the pieces.
type Series struct {
	Pieces  []Piece
	Workers int       // number of games played at the same time; 0 for one per processor
	Pool    farm.Pool // plays the games; nil for goroutines of this process

	// Ahead is the maximal number of items, for each worker of another machine, that
	// may be played before earlier items have counted; 0 for no limit.
	Ahead int

	// Durable, if set, flushes the observers' data to disk. A pool calls it regularly and
	// then discards the games.
	Durable func() error
}

// Piece is a range of consecutive items of a match.
type Piece struct {
	Match        *Match
	First, Items int
}

// Run plays the pieces. An observer that returns [farm.ErrEnough] ends the series
// without an error.
func (s *Series) Run(ctx context.Context) error { return s.run(ctx) }

// run plays the pieces and adds the items to the results of the matches, in the order of
// their first pieces. Matches without a given result get a new one.
func (s *Series) run(ctx context.Context, results ...*Result) error {
	w, err := s.work()
	if err != nil {
		return err
	}
	w.results = results
	for _, m := range w.matches[len(results):] {
		w.results = append(w.results, m.newResult())
	}
	return w.job().Run(ctx, farm.Of(w.Pool, w.goroutines()), w.next, w.take, w.Durable)
}

// seriesWork is a series in progress.
type seriesWork struct {
	*Series
	matches []*Match // the different matches of the pieces
	results []*Result
	pieces  []pieceWork
}

// pieceWork has the next items of a piece and the index of its match.
type pieceWork struct{ match, first, end int }

// place is the number of an item and the index of its match.
type place struct{ match, item int }

// work checks the series and returns its work.
func (s *Series) work() (*seriesWork, error) {
	w := &seriesWork{Series: s}
	index := map[*Match]int{}
	for _, p := range s.Pieces {
		i, known := index[p.Match]
		if !known {
			if err := p.Match.validate(); err != nil {
				return nil, err
			}
			i = len(w.matches)
			index[p.Match] = i
			own := *p.Match
			for _, of := range []*named.Model{&own.Luck, &own.JudgeModel} {
				if of.Evaluator != nil {
					of.Evaluator = engine.NewFull(of.Evaluator) // workers use clones of the evaluator
				}
			}
			w.matches = append(w.matches, &own)
		}
		w.pieces = append(w.pieces, pieceWork{i, p.First, p.First + p.Items})
	}
	return w, nil
}

func (w *seriesWork) job() *farm.Work[*shard] {
	items, job := uint64(w.items()), farm.NewWork(newSeriesDoer(w.matches), func() (*farm.Description, error) { return describe(w.matches) })
	job.Items, job.AtMost, job.Ahead = func() uint64 { return items }, w.Ahead > 0, w.Ahead
	return job
}

// goroutines returns the number of goroutines without a pool.
func (w *seriesWork) goroutines() int {
	if slices.ContainsFunc(w.matches, func(m *Match) bool { return m.Dice != nil }) {
		return 1
	}
	return max(1, min(cmp.Or(w.Workers, runtime.GOMAXPROCS(0)), w.items()))
}

// items returns the number of items still to play.
func (w *seriesWork) items() int {
	n := 0
	for _, p := range w.pieces {
		n += p.end - p.first
	}
	return n
}

// next is a [farm.Source] of shards.
func (w *seriesWork) next(items int) (*shard, error) {
	for len(w.pieces) > 0 && w.pieces[0].first >= w.pieces[0].end {
		w.pieces = w.pieces[1:]
	}
	if len(w.pieces) == 0 {
		return nil, io.EOF
	}
	p := &w.pieces[0]
	s := &shard{place: place{p.match, p.first}, items: uint64(min(items, p.end-p.first))}
	p.first += int(s.items)
	return s, nil
}

// take adds the items of a shard to the result of their match.
func (w *seriesWork) take(s *shard) error {
	for i := range s.outcomes {
		if err := w.matches[s.match].add(&s.outcomes[i], false, w.results[s.match]); err != nil {
			return err
		}
	}
	return nil
}

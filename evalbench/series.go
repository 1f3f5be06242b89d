package evalbench

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"

	"gammonlab/engine"
	"gammonlab/engine/named"
	"gammonlab/farm"
	"gammonlab/internal/workers"
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

// Run plays the pieces. An observer that returns [workers.ErrEnough] ends the series
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
	if w.Pool != nil {
		return w.Pool.Run(ctx, w.job(), w.next, w.take, w.Durable)
	}
	crew, err := farm.CloneAll[farm.Doer](newSeriesDoer(w.matches), w.goroutines())
	if err != nil {
		return err
	}
	err = workers.Ordered(ctx, crew, func() (place, error) {
		at, _, err := w.cut(1)
		return at, err
	}, func(ctx context.Context, d farm.Doer, at place) (outcome, error) {
		return d.(*seriesDoer).play(ctx, at)
	}, w.count)
	if w.Durable != nil {
		err = errors.Join(err, w.Durable())
	}
	return errors.Join(err, farm.CloseAll(crew))
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

func (w *seriesWork) job() *farm.Job {
	items := uint64(w.items())
	return &farm.Job{
		Doer: newSeriesDoer(w.matches), Check: w.check, Items: func() uint64 { return items }, AtMost: w.Ahead > 0, Ahead: w.Ahead,
		Describe: func() (*farm.Description, error) { return describe(w.matches) },
	}
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

// cut returns the place of the next items, and their number, at most the given one.
func (w *seriesWork) cut(items int) (at place, n int, err error) {
	for len(w.pieces) > 0 && w.pieces[0].first >= w.pieces[0].end {
		w.pieces = w.pieces[1:]
	}
	if len(w.pieces) == 0 {
		return at, 0, io.EOF
	}
	p := &w.pieces[0]
	at, n = place{p.match, p.first}, min(items, p.end-p.first)
	p.first += n
	return at, n, nil
}

// next implements [farm.Source].
func (w *seriesWork) next(items int) (farm.Shard, error) {
	at, n, err := w.cut(items)
	return farm.Shard{First: uint64(at.match)<<itemBits | uint64(at.item), Items: uint64(n), Payload: binary.AppendUvarint(nil, uint64(at.match))}, err
}

// itemBits is the number of bits for the item in the number of a shard. The number of the
// match is above them, so the items of different matches have different numbers.
const itemBits = 40

// placeOf returns the place of the shard's first item.
func placeOf(s *farm.Shard, matches []*Match) (place, error) {
	i, n := binary.Uvarint(s.Payload)
	if n <= 0 || n != len(s.Payload) || i >= uint64(len(matches)) || s.First>>itemBits != i {
		return place{}, fmt.Errorf("a shard of match %x and item %d, want one of %d matches", s.Payload, s.First, len(matches))
	}
	return place{int(i), int(s.First & (1<<itemBits - 1))}, nil
}

// take counts the items of a shard.
func (w *seriesWork) take(s farm.Shard, result []byte) error {
	at, err := placeOf(&s, w.matches)
	for i := 0; err == nil && uint64(i) < s.Items; i++ {
		var o outcome
		if o, result, err = w.matches[at.match].decodeItem(at.item+i, result); err == nil {
			err = w.count(place{at.match, o.item}, o)
		}
	}
	return err
}

// count adds an item to the result of its match.
func (w *seriesWork) count(at place, o outcome) error {
	return w.matches[at.match].add(&o, false, w.results[at.match])
}

// check returns an error if a result cannot be that of the shard.
func (w *seriesWork) check(s farm.Shard, result []byte) error {
	at, err := placeOf(&s, w.matches)
	for i := 0; err == nil && uint64(i) < s.Items; i++ {
		var o outcome
		if o, result, err = w.matches[at.match].decodeItem(at.item+i, result); err == nil {
			err = w.matches[at.match].checkItem(&o)
		}
	}
	if err == nil && len(result) > 0 {
		err = fmt.Errorf("%d bytes follow after the last game", len(result))
	}
	return err
}

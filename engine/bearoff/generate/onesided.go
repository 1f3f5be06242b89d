package generate

import (
	"context"
	"fmt"

	"gammonlab/board"
	"gammonlab/engine/bearoff"
	"gammonlab/engine/bearoff/internal/format"
	"gammonlab/engine/bearoff/internal/stacks"
)

// OneSidedOptions are the options of [OneSided].
type OneSidedOptions struct {
	Points       int  `json:"points" default:"6" help:"checkers on the first <N> points, 1 to 13"`
	NoGammon     bool `json:"no_gammon,omitempty" help:"omit the number of rolls to bear off the first checker"`
	Uncompressed bool `json:"uncompressed,omitempty" help:"do not compress zeros"`                                     // all 32 words of each distribution
	Normal       bool `json:"normal,omitempty" help:"store only means and standard deviations (normal approximation)"` // NoGammon and Uncompressed are ignored

	Workers  int                     `json:"-"` // number of goroutines; 0 for one per processor
	Progress func(done, total int64) `json:"-"` // called with the number of sides solved, if not nil; not concurrently
}

const (
	maxOneSidedPoints = 13 // the maximum of gnubg's own generator

	// resumedPoints is the minimal size of runs that can be resumed. Smaller runs
	// take little more time than reading back half of their work.
	resumedPoints = 8
)

func (o *OneSidedOptions) validate() error {
	if o.Points < 1 || o.Points > maxOneSidedPoints {
		return fmt.Errorf("one-sided database of %d points, want 1 to %d", o.Points, maxOneSidedPoints)
	}
	if o.Workers < 0 {
		return fmt.Errorf("%d workers, want 0 or more", o.Workers)
	}
	return nil
}

func (o *OneSidedOptions) header() bearoff.Header {
	return bearoff.Header{
		Kind: bearoff.OneSidedKind, Points: o.Points, Checkers: board.MaxCheckers,
		Gammons:    o.Normal || !o.NoGammon,
		Compressed: !o.Normal && !o.Uncompressed,
		Normal:     o.Normal,
	}
}

// OneSided makes the one-sided database of 15 checkers at path, byte
// for byte as gnubg's makebearoff, with any number of workers. The plays minimize the
// mean number of rolls to bear off; for the distribution of the first checker off, they
// minimize the mean number of rolls to bear off one checker.
//
// The file appears when it is complete. From 8 points on, an interrupted run
// leaves path.part, from which the next run with equal options resumes and
// writes the same bytes; a run with other options returns an error. Memory and
// path.part are little larger than the file: 117 MB for 10 points, 715 MB for
// 12.
func OneSided(ctx context.Context, path string, o OneSidedOptions) error {
	if err := o.validate(); err != nil {
		return err
	}
	return makeOneSided(ctx, path, o, o.Points >= resumedPoints)
}

func makeOneSided(ctx context.Context, path string, o OneSidedOptions, keep bool) error {
	base := newOneSidedRun(ctx, o)
	if o.Normal {
		return makeDatabase(ctx, path, settingsOf(base.header), keep, newNormalRun(base))
	}
	return makeDatabase(ctx, path, settingsOf(base.header), keep, newExactRun(base))
}

// oneSidedRun has the common parts of the runs for both kinds of one-sided
// databases.
type oneSidedRun struct {
	pool   pool
	tally  tally
	header bearoff.Header
	index  *bearoff.Index
	mover  *stacks.Mover
	order  *stacks.Order
	pieces [][]byte // the records of the pieces of a step, reused
}

func newOneSidedRun(ctx context.Context, o OneSidedOptions) *oneSidedRun {
	x := bearoff.NewIndex(o.Points, board.MaxCheckers)
	r := &oneSidedRun{pool: newPool(ctx, o.Workers), header: o.header(), index: x, mover: stacks.NewMover(x)}
	r.order = stacks.NewOrder(x, r.mover)
	r.tally = tally{total: int64(x.Len()), report: o.Progress}
	return r
}

func (r *oneSidedRun) steps() int { return len(r.order.Starts) - 1 }

// pieceSides is the number of sides that a worker solves at a time.
const pieceSides = 32

// writeBuffer is the buffer size in bytes for writing a database.
const writeBuffer = 1 << 18

// solveStep calls appendSide for the sides of a step and returns the
// concatenated results.
func (r *oneSidedRun) solveStep(step int, appendSide func(dst []byte, worker int, rank uint32) []byte) ([]byte, error) {
	ranks := r.order.At(step)
	n := (len(ranks) + pieceSides - 1) / pieceSides
	for len(r.pieces) < n {
		r.pieces = append(r.pieces, nil)
	}
	err := r.pool.each(n, func(worker, piece int) {
		dst := r.pieces[piece][:0]
		mine := ranks[piece*pieceSides : min((piece+1)*pieceSides, len(ranks))]
		for _, rank := range mine {
			dst = appendSide(dst, worker, rank)
		}
		r.pieces[piece] = dst
		r.tally.add(int64(len(mine)))
	})
	if err != nil {
		return nil, err
	}
	size := 0
	for _, p := range r.pieces[:n] {
		size += len(p)
	}
	record := make([]byte, 0, size)
	for _, p := range r.pieces[:n] {
		record = append(record, p...)
	}
	return record, nil
}

// stackOf returns the stack with a rank.
func stackOf(x *bearoff.Index, rank int) stacks.Stack {
	var counts [stacks.MaxPoints]uint8
	x.Unrank(rank, counts[:x.Points()])
	return stacks.Pack(counts[:x.Points()])
}

// layoutOf returns the layout of a one-sided database.
func layoutOf(h bearoff.Header) format.Layout {
	return format.Layout{Gammons: h.Gammons, Compressed: h.Compressed, Normal: h.Normal}
}

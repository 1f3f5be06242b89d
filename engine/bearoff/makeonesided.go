package bearoff

import (
	"context"
	"fmt"

	"gammonlab/board"
)

// OneSidedOptions says what database [GenerateOneSided] makes and how.
type OneSidedOptions struct {
	Points       int  // on which checkers can be, 1 to 13
	NoGammon     bool // leave out the rolls to bear off the first checker
	Uncompressed bool // all 32 words of each distribution
	Normal       bool // means and standard deviations alone; the two above do not matter

	Workers  int                     // as many as processors if 0
	Progress func(done, total int64) // sides solved, if not nil; one call at a time
}

const (
	maxOneSidedPoints = 13 // that gnubg's own generator makes

	// resumedPoints is from where on a run can be resumed. Smaller ones take
	// little more time than reading half of their work back.
	resumedPoints = 8
)

func (o *OneSidedOptions) validate() error {
	if o.Points < 1 || o.Points > maxOneSidedPoints {
		return fmt.Errorf("bearoff: one-sided database of %d points, want 1 to %d", o.Points, maxOneSidedPoints)
	}
	if o.Workers < 0 {
		return fmt.Errorf("bearoff: %d workers, want 0 or more", o.Workers)
	}
	return nil
}

func (o *OneSidedOptions) header() Header {
	return Header{
		Kind: OneSidedKind, Points: o.Points, Checkers: board.MaxCheckers,
		Gammons:    o.Normal || !o.NoGammon,
		Compressed: !o.Normal && !o.Uncompressed,
		Normal:     o.Normal,
	}
}

// GenerateOneSided makes the one-sided database of 15 checkers at path, byte for
// byte the one that gnubg's makebearoff makes, with any number of workers. A
// side plays to need the fewest rolls on average; for the rolls to bear off the
// first checker it plays to make those few.
//
// The file appears when it is complete. From 8 points on, a run that is stopped,
// by the context or a kill, leaves path.part, from which the next run with equal
// options goes on to the same bytes; one with other options fails. Memory and
// path.part take little more than the file: 117 MB for 10 points, 715 MB for 12.
func GenerateOneSided(ctx context.Context, path string, o OneSidedOptions) error {
	if err := o.validate(); err != nil {
		return err
	}
	return generateOneSided(ctx, path, o, o.Points >= resumedPoints)
}

func generateOneSided(ctx context.Context, path string, o OneSidedOptions, keep bool) error {
	base := newOneSidedRun(ctx, o)
	if o.Normal {
		return makeDatabase(ctx, path, base.header.settings(), keep, newNormalRun(base))
	}
	return makeDatabase(ctx, path, base.header.settings(), keep, newExactRun(base))
}

// oneSidedRun is what the runs for both sorts of one-sided databases share.
type oneSidedRun struct {
	pool   pool
	tally  tally
	header Header
	index  *Index
	mover  *mover
	order  *pipOrder
	pieces [][]byte // the records of the pieces of a step, reused
}

func newOneSidedRun(ctx context.Context, o OneSidedOptions) *oneSidedRun {
	x := NewIndex(o.Points, board.MaxCheckers)
	r := &oneSidedRun{pool: newPool(ctx, o.Workers), header: o.header(), index: x, mover: newMover(x)}
	r.order = newPipOrder(x, r.mover)
	r.tally = tally{total: int64(x.Len()), report: o.Progress}
	return r
}

func (r *oneSidedRun) steps() int { return len(r.order.starts) - 1 }

// pieceSides is how many sides a worker solves at a time.
const pieceSides = 32

// writeBuffer is the bytes in the buffer of who writes a database.
const writeBuffer = 1 << 18

// solveStep returns what appendSide appends for each side of a step, one after
// the other.
func (r *oneSidedRun) solveStep(step int, appendSide func(dst []byte, worker int, rank uint32) []byte) ([]byte, error) {
	ranks := r.order.at(step)
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

// stack returns the stack of a rank.
func (r *oneSidedRun) stack(rank uint32) stack {
	var counts [maxOneSidedPoints]uint8
	r.index.Unrank(int(rank), counts[:r.index.points])
	return packStack(counts[:r.index.points])
}

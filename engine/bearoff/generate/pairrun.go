package generate

import (
	"context"
	"fmt"
	"slices"

	"gammonlab/engine/bearoff"
	"gammonlab/engine/bearoff/internal/format"
	"gammonlab/engine/bearoff/internal/stacks"
)

// pairRun makes a two-sided database. It numbers sides by their place in the
// order of pip counts, and words are signed: +1 is 32767 and -1 is -32768.
//
// Step p solves the positions in which one side has p pips and the other at least p. The
// first half has that side on roll, against all sides with p or more pips; the second
// half has it waiting, against all sides with more than p. The positions of a half do not
// depend on each other, because a play reduces the pips.
//
// After a play from u to j against t, the value is the same for all u, so it is
// stored in row j at t. A row of results against a row of opponents is then
// computed by maxima and sums over rows, element by element.
type pairRun struct {
	pool   pool
	tally  tally
	header bearoff.Header
	order  *stacks.Order
	size   int // number of sides
	planes []plane
	rolls  [][]stacks.Group // by side
	record []byte           // of the last step, reused

	workers []pairWorker
}

// plane is one of the equities of all positions: row j has, for each t, the
// value to a player who has played to j against t.
type plane []int16

// pairWorker is the scratch memory of a worker.
type pairWorker struct {
	best []int16
	sums [4][]int32
	_    [64]byte // avoids false sharing of cache lines
}

const (
	sureWin  = 32767
	sureLoss = -32768
)

func newPairRun(ctx context.Context, o TwoSidedOptions) *pairRun {
	x := bearoff.NewIndex(o.Points, o.Checkers)
	m := stacks.NewMover(x)
	r := &pairRun{pool: newPool(ctx, o.Workers), header: o.header(), order: stacks.NewOrder(x, m), size: x.Len()}
	r.tally = tally{total: int64(r.size-1) * int64(r.size-1), report: o.Progress}
	r.planes = make([]plane, format.TwoSidedSize(r.header.Cubeful)/format.WordSize)
	for i := range r.planes {
		r.planes[i] = make(plane, r.size*r.size)
		for t := range r.size { // a side without checkers has won
			r.planes[i][t] = sureWin
		}
	}
	r.rolls = stacks.Groups(m, r.order.Places())
	r.workers = make([]pairWorker, r.pool.workers)
	for i := range r.workers {
		w := &r.workers[i]
		w.best = make([]int16, stacks.BlockColumns)
		for k := range w.sums {
			w.sums[k] = make([]int32, stacks.BlockColumns)
		}
	}
	return r
}

// half is one half of a step: the positions of some sides on roll against some
// others, and their offset in the record, row by row.
type half struct {
	row, rows       int
	column, columns int
	at              int64
}

// halves returns the two halves of a step.
func (r *pairRun) halves(step int) [2]half {
	pips := step + 1 // without pips the game is over
	from, to := r.order.Starts[pips], r.order.Starts[pips+1]
	on := half{row: from, rows: to - from, column: from, columns: r.size - from}
	waiting := half{row: to, rows: r.size - to, column: from, columns: to - from}
	waiting.at = int64(on.rows) * int64(on.columns) * int64(r.recordSize())
	return [2]half{on, waiting}
}

func (r *pairRun) recordSize() int { return len(r.planes) * format.WordSize }

func (r *pairRun) stepSize(step int) int64 {
	h := r.halves(step)[1]
	return h.at + int64(h.rows)*int64(h.columns)*int64(r.recordSize())
}

func (r *pairRun) steps() int { return len(r.order.Starts) - 2 }

func (r *pairRun) solve(step int) ([]byte, error) {
	size := int(r.stepSize(step))
	r.record = slices.Grow(r.record[:0], size)[:size]
	for _, h := range r.halves(step) {
		if err := r.each(h, r.record, r.solveRow); err != nil {
			return nil, err
		}
	}
	return r.record, nil
}

func (r *pairRun) adopt(step int, record []byte) error {
	if want := r.stepSize(step); int64(len(record)) != want {
		return fmt.Errorf("%d bytes, want %d", len(record), want)
	}
	for _, h := range r.halves(step) {
		if err := r.each(h, record, func(int, int, int, []byte) {}); err != nil {
			return err
		}
	}
	return nil
}

// each calls do for pieces of the rows of a half, each with its part of the
// record, and stores the results.
func (r *pairRun) each(h half, record []byte, do func(worker, row, column int, words []byte)) error {
	down := (h.rows + stacks.BlockRows - 1) / stacks.BlockRows
	across := (h.columns + stacks.BlockColumns - 1) / stacks.BlockColumns
	size := r.recordSize()
	return r.pool.each(down*across, func(worker, piece int) {
		row := h.row + piece%down*stacks.BlockRows
		rowEnd := min(row+stacks.BlockRows, h.row+h.rows)
		column := piece / down * stacks.BlockColumns
		columns := min(stacks.BlockColumns, h.columns-column)
		for ; row < rowEnd; row++ {
			at := h.at + (int64(row-h.row)*int64(h.columns)+int64(column))*int64(size)
			words := record[at:][:columns*size]
			do(worker, row, h.column+column, words)
			r.keep(row, h.column+column, words)
			r.tally.add(int64(columns))
		}
	})
}

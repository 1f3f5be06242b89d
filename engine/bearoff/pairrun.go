package bearoff

import (
	"context"
	"fmt"
	"slices"

	"gammonlab/board"
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
	header Header
	order  *pipOrder
	size   int // number of sides
	planes []plane
	rolls  [][]rollGroup // by side
	record []byte        // of the last step, reused

	workers []pairWorker
}

// plane is one of the equities of all positions: row j has, for each t, the
// value to a player who has played to j against t.
type plane []int16

// rollGroup is a set of sides that plays lead to, by their places, and the
// number of the 36 throws with exactly this set.
type rollGroup struct {
	plays []uint16
	ways  int32
}

// pairWorker is the scratch memory of a worker.
type pairWorker struct {
	best []int16
	sums [4][]int32
	_    [64]byte // avoids false sharing of cache lines
}

// Sizes of the work for a worker at a time: some hundred opponents, so all rows
// that it reads stay in its cache, and some sides, so the columns that it
// writes do.
const (
	blockColumns = 512
	blockRows    = 16
)

const (
	sureWin  = 32767
	sureLoss = -32768
)

func newPairRun(ctx context.Context, o TwoSidedOptions) *pairRun {
	x := NewIndex(o.Points, o.Checkers)
	m := newMover(x)
	r := &pairRun{pool: newPool(ctx, o.Workers), header: o.header(), order: newPipOrder(x, m), size: x.Len()}
	r.tally = tally{total: int64(r.size-1) * int64(r.size-1), report: o.Progress}
	r.planes = make([]plane, recordSize(r.header)/wordSize)
	for i := range r.planes {
		r.planes[i] = make(plane, r.size*r.size)
		for t := range r.size { // a side without checkers has won
			r.planes[i][t] = sureWin
		}
	}
	r.rolls = pairRolls(x, m, r.order.places())
	r.workers = make([]pairWorker, r.pool.workers)
	for i := range r.workers {
		w := &r.workers[i]
		w.best = make([]int16, blockColumns)
		for k := range w.sums {
			w.sums[k] = make([]int32, blockColumns)
		}
	}
	return r
}

// pairRolls returns for each place the groups of its rolls; places are those of the ranks.
func pairRolls(x *Index, m *mover, places []uint16) [][]rollGroup {
	all := make([][]rollGroup, x.Len())
	var plays []stack
	var s stack
	for _, place := range places {
		if place > 0 {
			for _, roll := range board.Rolls {
				plays = m.plays(plays[:0], s, roll)
				all[place] = addGroup(all[place], m, places, plays, int32(roll.Ways()))
			}
		}
		s = m.next(s)
	}
	return all
}

// addGroup adds a roll to the groups of a side; rolls with the same plays share
// a group.
func addGroup(groups []rollGroup, m *mover, places []uint16, plays []stack, ways int32) []rollGroup {
	set := make([]uint16, len(plays))
	for i, s := range plays {
		set[i] = places[m.rank(s)]
	}
	slices.Sort(set)
	set = slices.Clip(slices.Compact(set))
	for i := range groups {
		if slices.Equal(groups[i].plays, set) {
			groups[i].ways += ways
			return groups
		}
	}
	return append(groups, rollGroup{set, ways})
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
	from, to := r.order.starts[pips], r.order.starts[pips+1]
	on := half{row: from, rows: to - from, column: from, columns: r.size - from}
	waiting := half{row: to, rows: r.size - to, column: from, columns: to - from}
	waiting.at = int64(on.rows) * int64(on.columns) * int64(r.recordSize())
	return [2]half{on, waiting}
}

func (r *pairRun) recordSize() int { return len(r.planes) * wordSize }

func (r *pairRun) stepSize(step int) int64 {
	h := r.halves(step)[1]
	return h.at + int64(h.rows)*int64(h.columns)*int64(r.recordSize())
}

func (r *pairRun) steps() int { return len(r.order.starts) - 2 }

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
	down := (h.rows + blockRows - 1) / blockRows
	across := (h.columns + blockColumns - 1) / blockColumns
	size := r.recordSize()
	return r.pool.each(down*across, func(worker, piece int) {
		row := h.row + piece%down*blockRows
		rowEnd := min(row+blockRows, h.row+h.rows)
		column := piece / down * blockColumns
		columns := min(blockColumns, h.columns-column)
		for ; row < rowEnd; row++ {
			at := h.at + (int64(row-h.row)*int64(h.columns)+int64(column))*int64(size)
			words := record[at:][:columns*size]
			do(worker, row, h.column+column, words)
			r.keep(row, h.column+column, words)
			r.tally.add(int64(columns))
		}
	})
}

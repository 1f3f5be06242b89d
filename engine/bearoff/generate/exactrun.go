package generate

import (
	"bytes"
	"fmt"
	"io"

	"gammonlab/board"
	"gammonlab/engine/bearoff"
	"gammonlab/engine/bearoff/internal/format"
	"gammonlab/engine/bearoff/internal/stacks"
)

// exactRun makes a database of distributions. The record of a step has, for
// each side, the counts and starts of its distributions, as in the table of a
// compressed file, followed by their words.
type exactRun struct {
	*oneSidedRun
	dists   int      // of each side, 1 or 2
	full    uint32   // the first rank with 15 checkers: sides with fewer cannot lose a gammon
	sums    []uint32 // by rank: rolls times words
	firsts  []uint32 // the same for the first checker, by rank from full on
	at      []uint32 // by rank: offset of the side in the record of its step
	records [][]byte
	workers []exactWorker
}

// exactWorker is the scratch memory of a worker.
type exactWorker struct {
	plays  []stacks.Stack
	rolls  [2][format.MaxRolls + 1]uint32 // 36 times the words, with a margin
	target []byte
	_      [64]byte // avoids false sharing of cache lines
}

func newExactRun(base *oneSidedRun) *exactRun {
	n := base.index.Len()
	r := &exactRun{
		oneSidedRun: base, dists: layoutOf(base.header).Dists(),
		full: uint32(bearoff.NewIndex(base.index.Points(), board.MaxCheckers-1).Len()),
		sums: make([]uint32, n), at: make([]uint32, n),
		records: make([][]byte, base.steps()),
		workers: make([]exactWorker, base.pool.workers),
	}
	if r.dists == 2 {
		r.firsts = make([]uint32, n-int(r.full))
	}
	return r
}

// distributions returns the distributions of a solved side.
func (r *exactRun) distributions(rank uint32) (dists [2]format.Span) {
	side := r.records[r.order.Pips[rank]][r.at[rank]:]
	words := side[r.dists*format.SpanSize:]
	for i := range r.dists {
		n := int(side[i*format.SpanSize]) * format.WordSize
		dists[i] = format.Span{Words: words[:n], Start: int(side[i*format.SpanSize+1])}
		words = words[n:]
	}
	return dists
}

func (r *exactRun) solve(step int) ([]byte, error) {
	record, err := r.solveStep(step, r.appendSide)
	if err != nil {
		return nil, err
	}
	return record, r.take(step, record)
}

// appendSide solves a side and appends it to dst.
func (r *exactRun) appendSide(dst []byte, worker int, rank uint32) []byte {
	if rank == 0 {
		return r.appendDists(dst, [2]format.Span{format.Certain, format.Certain})
	}
	w := &r.workers[worker]
	w.rolls = [2][format.MaxRolls + 1]uint32{}
	s := stackOf(r.index, int(rank))
	for _, roll := range board.Rolls {
		w.plays = r.mover.Plays(w.plays[:0], s, roll)
		best, bestFirst := r.best(w.plays, rank >= r.full)
		addRoll(&w.rolls[0], r.distributions(best)[0], roll.Ways())
		if r.dists == 2 && rank >= r.full {
			addRoll(&w.rolls[1], r.distributions(bestFirst)[1], roll.Ways())
		}
	}
	w.target = w.target[:0]
	dists := [2]format.Span{{}, format.Certain}
	dists[0], w.target = quantise(w.target, &w.rolls[0])
	if r.dists == 2 && rank >= r.full {
		dists[1], w.target = quantise(w.target, &w.rolls[1])
	}
	return r.appendDists(dst, dists)
}

// best returns the first of the stacks with the fewest rolls to bear off and,
// if first is set, the first with the fewest rolls to the first checker off.
func (r *exactRun) best(plays []stacks.Stack, first bool) (best, bestFirst uint32) {
	least := ^uint32(0)
	if !first || r.dists == 1 {
		for _, s := range plays {
			rank := r.mover.Rank(s)
			if sum := r.sums[rank]; sum < least {
				least, best = sum, rank
			}
		}
		return best, 0
	}
	leastFirst := least
	for _, s := range plays {
		rank := r.mover.Rank(s)
		if sum := r.sums[rank]; sum < least {
			least, best = sum, rank
		}
		var sum uint32
		if rank >= r.full {
			sum = r.firsts[rank-r.full]
		}
		if sum < leastFirst {
			leastFirst, bestFirst = sum, rank
		}
	}
	return best, bestFirst
}

func (r *exactRun) appendDists(dst []byte, dists [2]format.Span) []byte {
	for _, d := range dists[:r.dists] {
		dst = append(dst, byte(len(d.Words)/format.WordSize), byte(d.Start))
	}
	for _, d := range dists[:r.dists] {
		dst = append(dst, d.Words...)
	}
	return dst
}

func (r *exactRun) adopt(step int, record []byte) error {
	r.tally.add(int64(len(r.order.At(step))))
	return r.take(step, bytes.Clone(record))
}

// take stores the sides of a record for later steps.
func (r *exactRun) take(step int, record []byte) error {
	r.records[step] = record
	rest := record
	for _, rank := range r.order.At(step) {
		r.at[rank] = uint32(len(record) - len(rest))
		size, err := r.checkSide(rest)
		if err != nil {
			return fmt.Errorf("position %d: %w", rank, err)
		}
		rest = rest[size:]
		dists := r.distributions(rank)
		r.sums[rank] = rollSum(dists[0])
		if r.dists == 2 && rank >= r.full {
			r.firsts[rank-r.full] = rollSum(dists[1])
		}
	}
	if len(rest) > 0 {
		return fmt.Errorf("%d bytes left over", len(rest))
	}
	return nil
}

// checkSide returns the size of the first side in a record.
func (r *exactRun) checkSide(record []byte) (int, error) {
	size := r.dists * format.SpanSize
	if len(record) < size {
		return 0, io.ErrUnexpectedEOF
	}
	for i := range r.dists {
		count, start := int(record[i*format.SpanSize]), int(record[i*format.SpanSize+1])
		if count == 0 || count+start > format.MaxRolls {
			return 0, fmt.Errorf("%d words from %d on, want 1 or more that end before %d", count, start, format.MaxRolls)
		}
		size += count * format.WordSize
	}
	if len(record) < size {
		return 0, io.ErrUnexpectedEOF
	}
	return size, nil
}

package generate

import (
	"fmt"

	"gammonlab/board"
	"gammonlab/engine/bearoff"
	"gammonlab/engine/bearoff/internal/format"
	"gammonlab/engine/bearoff/internal/stacks"
)

// oneSidedCheck checks the entries of a one-sided database.
type oneSidedCheck struct {
	d      format.OneSided
	layout format.Layout
	index  *bearoff.Index
	mover  *stacks.Mover
	full   int              // the first rank with 15 checkers
	plays  [][]stacks.Stack // scratch memory, by worker
}

func (v *verifier) oneSided(d *bearoff.OneSided) (checked int64, err error) {
	h, x := d.Header(), bearoff.NewIndex(d.Points(), d.Checkers())
	n := x.Len()
	layout := layoutOf(h)
	c := &oneSidedCheck{d: layout.Split(d.Bytes(), n), layout: layout, index: x,
		mover: stacks.NewMover(x), full: n, plays: make([][]stacks.Stack, v.pool.workers)}
	if h.Checkers == board.MaxCheckers {
		c.full = bearoff.NewIndex(h.Points, board.MaxCheckers-1).Len()
	}
	if h.Normal {
		return v.entries(n, c.followsNormal)
	}
	if err := v.each(n, func(_, rank int) error { return c.wellFormed(rank) }); err != nil {
		return 0, err
	}
	return v.entries(n, c.follows)
}

// distNames has the names of an entry's distributions.
var distNames = [2]string{"bearing off", "bearing off the first checker"}

// wellFormed checks the distributions of a single entry.
func (c *oneSidedCheck) wellFormed(rank int) error {
	dists := c.dists(rank)
	for i, d := range dists {
		sum := uint64(0)
		for r := d.Start; r < d.End(); r++ {
			sum += d.At(r)
		}
		if sum != format.One {
			return c.fault(rank, i, fmt.Sprintf("the words add up to %d, want %d", sum, format.One))
		}
		if c.layout.Compressed && (d.At(d.Start) == 0 || d.At(d.End()-1) == 0) {
			return c.fault(rank, i, "a zero at an end is not omitted")
		}
		if (rank == 0 || i == 1 && rank < c.full) && (d.Start != 0 || d.At(0) != format.One) {
			return c.fault(rank, i, fmt.Sprintf("0 rolls do not have the word %d", format.One))
		}
	}
	return nil
}

// dists returns the distributions of a side in the database.
func (c *oneSidedCheck) dists(rank int) []format.Span {
	dists := make([]format.Span, 2)
	dists[0], dists[1] = c.d.Spans(rank)
	return dists[:c.layout.Dists()]
}

func (c *oneSidedCheck) fault(rank, dist int, what string) error {
	return fmt.Errorf("position %d (checkers %s): %s: %s", rank, checkerText(c.index, rank), distNames[dist], what)
}

// follows checks that the entry follows from its successors.
func (c *oneSidedCheck) follows(worker, rank int) error {
	if rank == 0 {
		return nil
	}
	var sums [2][format.MaxRolls + 1]uint32
	s := stackOf(c.index, rank)
	got := c.dists(rank)
	for _, roll := range board.Rolls {
		plays := c.mover.Plays(c.plays[worker][:0], s, roll)
		c.plays[worker] = plays
		for i := range got {
			addRoll(&sums[i], c.best(plays, i), roll.Ways())
		}
	}
	for i := range got {
		want := format.Certain
		if i == 0 || rank >= c.full {
			want, _ = quantise(nil, &sums[i])
		}
		found, computed := got[i].Spread(), want.Spread()
		for r := range found {
			if found[r] != computed[r] {
				return c.fault(rank, i, fmt.Sprintf("%d rolls have the word %d, want %d from its successors",
					r, found[r], computed[r]))
			}
		}
	}
	return nil
}

// best returns the first distribution with the smallest mean among the results
// of a roll.
func (c *oneSidedCheck) best(plays []stacks.Stack, dist int) (best format.Span) {
	least := ^uint32(0)
	for _, s := range plays {
		d := c.dists(int(c.mover.Rank(s)))[dist]
		if sum := rollSum(d); sum < least {
			best, least = d, sum
		}
	}
	return best
}

// followsNormal is follows for means and standard deviations.
func (c *oneSidedCheck) followsNormal(worker, rank int) error {
	var want [2]format.Normal
	if rank > 0 {
		want, c.plays[worker] = solveNormals(c.mover, c.plays[worker], stackOf(c.index, rank),
			func(rank uint32) [2]format.Normal { return c.d.Normals(int(rank)) })
	}
	if rank < c.full {
		want[1] = format.Normal{}
	}
	for i, got := range c.d.Normals(rank) {
		if got != want[i] {
			return c.fault(rank, i, fmt.Sprintf("%v ± %v rolls, want %v ± %v from its successors",
				got.Mean, got.Deviation, want[i].Mean, want[i].Deviation))
		}
	}
	return nil
}

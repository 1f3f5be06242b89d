package bearoff

import (
	"fmt"

	"gammonlab/board"
)

// oneSidedCheck checks the entries of a one-sided database.
type oneSidedCheck struct {
	d     *OneSided
	mover *mover
	full  int       // the first rank with 15 checkers
	plays [][]stack // scratch memory, by worker
}

func (v *verifier) oneSided(d *OneSided) (checked int64, err error) {
	c := &oneSidedCheck{d: d, mover: newMover(d.index), full: d.index.Len(), plays: make([][]stack, v.pool.workers)}
	if d.header.Checkers == board.MaxCheckers {
		c.full = NewIndex(d.header.Points, board.MaxCheckers-1).Len()
	}
	if d.header.Normal {
		return v.entries(d.index.Len(), c.followsNormal)
	}
	if err := v.each(d.index.Len(), func(_, rank int) error { return c.wellFormed(rank) }); err != nil {
		return 0, err
	}
	return v.entries(d.index.Len(), c.follows)
}

// distNames has the names of an entry's distributions.
var distNames = [2]string{"bearing off", "bearing off the first checker"}

// wellFormed checks the distributions of a single entry.
func (c *oneSidedCheck) wellFormed(rank int) error {
	dists := c.dists(rank)
	for i, d := range dists {
		sum := uint64(0)
		for r := d.start; r < d.end(); r++ {
			sum += d.at(r)
		}
		if sum != One {
			return c.fault(rank, i, fmt.Sprintf("the words add up to %d, want %d", sum, One))
		}
		if c.d.header.Compressed && (d.at(d.start) == 0 || d.at(d.end()-1) == 0) {
			return c.fault(rank, i, "a zero at an end is not omitted")
		}
		if (rank == 0 || i == 1 && rank < c.full) && (d.start != 0 || d.at(0) != One) {
			return c.fault(rank, i, fmt.Sprintf("0 rolls do not have the word %d", One))
		}
	}
	return nil
}

// dists returns the distributions of a side in the database.
func (c *oneSidedCheck) dists(rank int) []span {
	dists := make([]span, 2)
	dists[0], dists[1] = c.d.spans(rank)
	return dists[:1+digit(c.d.header.Gammons)]
}

func (c *oneSidedCheck) fault(rank, dist int, what string) error {
	return fmt.Errorf("position %d (checkers %s): %s: %s", rank, checkerText(c.d.index, rank), distNames[dist], what)
}

// stack returns the stack with a rank.
func (c *oneSidedCheck) stack(rank int) stack {
	var counts [maxStackPoints]uint8
	c.d.index.Unrank(rank, counts[:c.d.index.points])
	return packStack(counts[:c.d.index.points])
}

// follows checks that the entry follows from its successors.
func (c *oneSidedCheck) follows(worker, rank int) error {
	if rank == 0 {
		return nil
	}
	var sums [2][MaxRolls + 1]uint32
	s := c.stack(rank)
	got := c.dists(rank)
	for _, roll := range board.Rolls {
		plays := c.mover.plays(c.plays[worker][:0], s, roll)
		c.plays[worker] = plays
		for i := range got {
			addRoll(&sums[i], c.best(plays, i), roll.Ways())
		}
	}
	for i := range got {
		want := certain
		if i == 0 || rank >= c.full {
			want, _ = quantise(nil, &sums[i])
		}
		found, computed := got[i].spread(), want.spread()
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
func (c *oneSidedCheck) best(plays []stack, dist int) (best span) {
	least := ^uint32(0)
	for _, s := range plays {
		d := c.dists(int(c.mover.rank(s)))[dist]
		if sum := rollSum(d); sum < least {
			best, least = d, sum
		}
	}
	return best
}

// followsNormal is follows for means and standard deviations.
func (c *oneSidedCheck) followsNormal(worker, rank int) error {
	var want [2]normal
	if rank > 0 {
		want, c.plays[worker] = c.mover.solveNormals(c.plays[worker], c.stack(rank),
			func(rank uint32) [2]normal { return c.d.normals(int(rank)) })
	}
	if rank < c.full {
		want[1] = normal{}
	}
	for i, got := range c.d.normals(rank) {
		if got != want[i] {
			return c.fault(rank, i, fmt.Sprintf("%v ± %v rolls, want %v ± %v from its successors",
				got.mean, got.deviation, want[i].mean, want[i].deviation))
		}
	}
	return nil
}

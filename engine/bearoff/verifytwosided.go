package bearoff

import (
	"fmt"

	"gammonlab/board"
)

// twoSidedCheck looks at the entries of a two-sided database.
type twoSidedCheck struct {
	d     *TwoSided
	mover *mover
	size  int       // sides
	plays [][]stack // scratch memory, by worker
}

func (v *verifier) twoSided(d *TwoSided) (checked int64, err error) {
	c := &twoSidedCheck{d: d, mover: newMover(d.index), size: d.index.Len(), plays: make([][]stack, v.pool.workers)}
	if err := v.each(c.size, c.finished); err != nil {
		return 0, err
	}
	return v.entries(c.size*c.size, c.follows)
}

// values returns the values of a record, signed as in [pairRun]. Without a cube
// the last three are not there.
func (c *twoSidedCheck) values(own, opp int) (v [4]int16) {
	record := c.d.data[(own*c.size+opp)*c.d.record:][:c.d.record]
	for i := range c.d.record / wordSize {
		v[i] = word(record, i)
	}
	return v
}

// finished reports whether the entries in which a side has no checkers say who
// has won.
func (c *twoSidedCheck) finished(_, rank int) error {
	won := [4]int16{sureWin, sureWin, sureWin, sureWin}
	if err := c.compare(0, rank, won, "for a game won"); err != nil || rank == 0 {
		return err
	}
	lost := [4]int16{sureLoss, sureLoss, sureLoss, sureLoss}
	return c.compare(rank, 0, lost, "for a game lost")
}

var equityNames = [4]string{"cubeless", "owned cube", "centred cube", "opponent's cube"}

func (c *twoSidedCheck) compare(own, opp int, want [4]int16, why string) error {
	got := c.values(own, opp)
	for i := range c.d.record / wordSize {
		if got[i] != want[i] {
			return fmt.Errorf("position %d against %d (checkers %s against %s): %s: word is %d, want %d %s",
				own, opp, checkerText(c.d.index, own), checkerText(c.d.index, opp), equityNames[i],
				int(got[i])-sureLoss, int(want[i])-sureLoss, why)
		}
	}
	return nil
}

// follows reports whether the entry is what its successors make it.
func (c *twoSidedCheck) follows(worker, entry int) error {
	own, opp := entry/c.size, entry%c.size
	if own == 0 || opp == 0 {
		return nil // finished has looked at it
	}
	var counts [maxStackPoints]uint8
	c.d.index.Unrank(own, counts[:c.d.index.points])
	s := packStack(counts[:c.d.index.points])
	var sums [4]int
	for _, roll := range board.Rolls {
		plays := c.mover.plays(c.plays[worker][:0], s, roll)
		c.plays[worker] = plays
		best := [4]int16{sureLoss, sureLoss, sureLoss, sureLoss}
		for _, play := range plays {
			left := c.left(opp, int(c.mover.rank(play)))
			for i := range best {
				best[i] = max(best[i], left[i])
			}
		}
		for i := range best {
			sums[i] += roll.Ways() * int(best[i])
		}
	}
	var want [4]int16
	for i := range want {
		want[i] = int16(sums[i] / throws)
	}
	return c.compare(own, opp, want, "from its successors")
}

// left returns what is left to who has played to the side of the rank.
func (c *twoSidedCheck) left(opp, rank int) [4]int16 {
	y := c.values(opp, rank)
	return [4]int16{
		Cubeless: -1 - y[Cubeless],
		Owned:    -1 - y[OppOwned],
		Centred:  -1 - cubeAction(y[Centred], y[OppOwned]),
		OppOwned: -1 - cubeAction(y[Owned], y[OppOwned]),
	}
}

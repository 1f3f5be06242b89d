package generate

import (
	"fmt"
	"slices"

	"gammonlab/board"
	"gammonlab/engine/bearoff"
	"gammonlab/engine/bearoff/internal/format"
	"gammonlab/engine/bearoff/internal/stacks"
)

// twoSidedCheck checks the entries of a two-sided database.
type twoSidedCheck struct {
	data   []byte // records
	record int    // size in bytes
	index  *bearoff.Index
	mover  *stacks.Mover
	size   int          // number of sides
	lasts  []*sidePlays // by worker
}

// sidePlays has the ranks after the plays of a side, by roll. Successive
// entries mostly have the same side.
type sidePlays struct {
	own   int
	ranks [len(board.Rolls)][]int
	buf   []stacks.Stack
}

func (v *verifier) twoSided(d *bearoff.TwoSided) (checked int64, err error) {
	x := bearoff.NewIndex(d.Points(), d.Checkers())
	c := &twoSidedCheck{data: d.Bytes()[format.HeaderSize:], record: format.TwoSidedSize(d.Cubeful()),
		index: x, mover: stacks.NewMover(x), size: x.Len()}
	for range v.pool.workers {
		c.lasts = append(c.lasts, new(sidePlays))
	}
	if err := v.each(c.size, c.finished); err != nil {
		return 0, err
	}
	return v.entries(c.size*c.size, c.follows)
}

// values returns the values of a record, signed as in [pairRun]. Without a cube
// the last three are 0.
func (c *twoSidedCheck) values(own, opp int) (v [4]int16) {
	record := c.data[(own*c.size+opp)*c.record:][:c.record]
	for i := range c.record / format.WordSize {
		v[i] = word(record, i)
	}
	return v
}

// finished checks the entries in which a side has no checkers.
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
	for i := range c.record / format.WordSize {
		if got[i] != want[i] {
			return fmt.Errorf("position %d against %d (checkers %s against %s): %s: word is %d, want %d %s",
				own, opp, checkerText(c.index, own), checkerText(c.index, opp), equityNames[i],
				int(got[i])-sureLoss, int(want[i])-sureLoss, why)
		}
	}
	return nil
}

// follows checks that the entry follows from its successors.
func (c *twoSidedCheck) follows(worker, entry int) error {
	own, opp := entry/c.size, entry%c.size
	if own == 0 || opp == 0 {
		return nil // checked by finished
	}
	last := c.lasts[worker]
	if last.own != own {
		c.play(last, own)
	}
	var sums [4]int
	for i, roll := range board.Rolls {
		best := [4]int16{sureLoss, sureLoss, sureLoss, sureLoss}
		for _, rank := range last.ranks[i] {
			left := c.left(opp, rank)
			for k := range best {
				best[k] = max(best[k], left[k])
			}
		}
		for k := range best {
			sums[k] += roll.Ways() * int(best[k])
		}
	}
	var want [4]int16
	for i := range want {
		want[i] = int16(sums[i] / stacks.Throws)
	}
	return c.compare(own, opp, want, "from its successors")
}

// play sets p to the plays of the side with the rank.
func (c *twoSidedCheck) play(p *sidePlays, own int) {
	s := stackOf(c.index, own)
	p.own = own
	for i, roll := range board.Rolls {
		p.ranks[i] = p.ranks[i][:0]
		p.buf = c.mover.Plays(p.buf[:0], s, roll)
		for _, play := range p.buf {
			p.ranks[i] = append(p.ranks[i], int(c.mover.Rank(play)))
		}
		slices.Sort(p.ranks[i])
		p.ranks[i] = slices.Compact(p.ranks[i])
	}
}

// left returns the values to a player who has played to the side with the rank.
func (c *twoSidedCheck) left(opp, rank int) [4]int16 {
	y := c.values(opp, rank)
	return [4]int16{
		bearoff.Cubeless: -1 - y[bearoff.Cubeless],
		bearoff.Owned:    -1 - y[bearoff.OppOwned],
		bearoff.Centred:  -1 - cubeAction(y[bearoff.Centred], y[bearoff.OppOwned]),
		bearoff.OppOwned: -1 - cubeAction(y[bearoff.Owned], y[bearoff.OppOwned]),
	}
}

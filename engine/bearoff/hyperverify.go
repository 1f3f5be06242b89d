package bearoff

import (
	"fmt"
	"math"

	"gammonlab/board"
)

const (
	// hyperEquitySlack is how far an equity may be from what one more step makes
	// of the others. When it was computed, those could be off by the threshold
	// of the iteration, and twice as much where the cube was turned; cutting
	// off to 24 bits and rounding add a few units of 1e-7.
	hyperEquitySlack = 2.5 * HyperThreshold

	// hyperChoiceSlack is how much worse the play that passed on its
	// probabilities may look now than the best one.
	hyperChoiceSlack = 2 * hyperEquitySlack
)

// hyperCheck looks at the entries of a hypergammon database.
type hyperCheck struct {
	d        *Hyper
	size     int // sides
	boards   []hyperBoard
	searches []hyperSearch // by worker
}

// hyper checks every record for what must hold of its class, and those that the
// options ask for against the ones that the rolls lead to. That the iteration
// has come to its end is checked for its usual threshold: what was made with a
// larger one does not pass.
func (v *verifier) hyper(d *Hyper) (checked int64, err error) {
	c := &hyperCheck{d: d, size: d.index.Len(), boards: newHyperBoards(d.index)}
	for range v.pool.workers {
		c.searches = append(c.searches, hyperSearch{index: d.index})
	}
	if err := v.each(c.size, c.classes); err != nil {
		return 0, err
	}
	return v.entries(c.size*c.size, c.follows)
}

// classes checks the records of one side by themselves.
func (c *hyperCheck) classes(_, own int) error {
	for opp := range c.size {
		if err := c.class(own, opp); err != nil {
			return c.locate(own, opp, err)
		}
	}
	return nil
}

// follows checks a record against those that the rolls lead to.
func (c *hyperCheck) follows(worker, entry int) error {
	own, opp := entry/c.size, entry%c.size
	switch hyperClassOf(&c.boards[own], &c.boards[opp]) {
	case hyperIllegal, hyperOver:
		return nil // class has looked at it
	}
	return c.locate(own, opp, c.step(&c.searches[worker], own, opp))
}

// locate says which record an error is about.
func (c *hyperCheck) locate(own, opp int, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("position %d against %d (checkers %s against %s): %w",
		own, opp, checkerText(c.d.index, own), checkerText(c.d.index, opp), err)
}

// class checks a record by itself.
func (c *hyperCheck) class(own, opp int) error {
	record := c.d.record(own, opp)
	if record[hyperRecordSize-1] != 0 {
		return fmt.Errorf("last byte is %d, want 0", record[hyperRecordSize-1])
	}
	var want hyperValue
	switch hyperClassOf(&c.boards[own], &c.boards[opp]) {
	case hyperIllegal:
	case hyperOver:
		want = hyperResult(&c.boards[own].side, &c.boards[opp].side, c.d.header.Checkers)
	default:
		return checkHyperOrder(hyperEntry(record))
	}
	var buf [hyperRecordSize]byte
	appendHyperRecord(buf[:0], &want)
	if string(record) != string(buf[:]) {
		return fmt.Errorf("is %+v, want %+v", hyperEntry(record), hyperEntry(buf[:]))
	}
	return nil
}

// checkHyperOrder checks that the probabilities fit each other, but for
// rounding.
func checkHyperOrder(e HyperEntry) error {
	const slack = 1e-5
	p := e.Probabilities
	if p[1] > p[0]+slack || p[2] > p[1]+slack || p[3] > 1-p[0]+slack || p[4] > p[3]+slack {
		return fmt.Errorf("probabilities %v cannot be: backgammons are gammons, and those are wins or losses", p)
	}
	return nil
}

// hyperBounds is what a record may be.
type hyperBounds struct {
	least, most [5]float64 // probabilities
	equities    [5]float64 // cubeless, owned, centred, Jacoby, opponent
}

// step computes a record from those that the rolls lead to. It does so by
// its own way, not by that of the generator.
func (c *hyperCheck) step(s *hyperSearch, own, opp int) error {
	var sum hyperBounds
	for _, roll := range board.Rolls {
		b := c.roll(s, own, opp, roll)
		share := float64(roll.Ways()) / 36
		for i := range sum.equities {
			sum.equities[i] += share * b.equities[i]
			sum.least[i] += share * b.least[i]
			sum.most[i] += share * b.most[i]
		}
	}
	e := hyperEntry(c.d.record(own, opp))
	for i, got := range hyperEquities(e) {
		if math.Abs(got-sum.equities[i]) > hyperEquitySlack {
			return fmt.Errorf("%s equity is %.6f, want %.6f from the plays of each roll",
				hyperEquityNames[i], got, sum.equities[i])
		}
	}
	for i, p := range e.Probabilities {
		if float64(p) < sum.least[i]-hyperEquitySlack || float64(p) > sum.most[i]+hyperEquitySlack {
			return fmt.Errorf("probabilities are %.6f, want %.6f to %.6f from the best plays of each roll",
				e.Probabilities, sum.least, sum.most)
		}
	}
	return nil
}

var hyperEquityNames = [5]string{"cubeless", "owned", "centred", "Jacoby", "opponent's"}

// hyperEquities returns the five equities of an entry.
func hyperEquities(e HyperEntry) [5]float64 {
	p := e.Probabilities
	cubeless := 2*float64(p[0]) - 1 + float64(p[1]) - float64(p[3]) + float64(p[2]) - float64(p[4])
	return [5]float64{cubeless, float64(e.Owned), float64(e.Centred), float64(e.CentredJacoby), float64(e.OppOwned)}
}

// roll returns what a roll may be worth.
func (c *hyperCheck) roll(s *hyperSearch, own, opp int, roll board.Roll) hyperBounds {
	facing := &c.boards[opp]
	s.search(&c.boards[own].side, facing.blocked, roll)
	if len(s.plays) == 0 {
		return hyperDance(hyperEntry(c.d.record(opp, own)))
	}
	after := make([]HyperEntry, len(s.plays))
	best := [5]float64{-3, -3, -3, -3, -3}
	for i, play := range s.plays {
		after[i] = hyperEntry(c.d.record(int(facing.afterLanding(play.landed)), play.rank))
		for j, e := range hyperOffers(after[i]) {
			best[j] = max(best[j], e)
		}
	}
	b := hyperBounds{[5]float64{1, 1, 1, 1, 1}, [5]float64{}, best}
	for _, e := range after {
		if -hyperEquities(e)[0] >= best[0]-hyperChoiceSlack {
			b.widen(hyperSwapped(e))
		}
	}
	return b
}

// widen makes room for the probabilities.
func (b *hyperBounds) widen(p [5]float64) {
	for i := range p {
		b.least[i] = min(b.least[i], p[i])
		b.most[i] = max(b.most[i], p[i])
	}
}

// hyperDance returns what a roll that cannot be played is worth.
func hyperDance(e HyperEntry) hyperBounds {
	b := hyperBounds{least: hyperSwapped(e), most: hyperSwapped(e)}
	for i, x := range hyperEquities(e) {
		b.equities[i] = -x
	}
	return b
}

// hyperOffers returns the equities for the player whose opponent has the entry
// and makes the best of the cube.
func hyperOffers(e HyperEntry) [5]float64 {
	return [5]float64{
		-hyperEquities(e)[0],
		-float64(e.OppOwned),
		-float64(hyperCube(e.Centred, e.OppOwned)),
		-float64(hyperCube(e.CentredJacoby, e.OppOwned)),
		-float64(hyperCube(e.Owned, e.OppOwned)),
	}
}

// hyperSwapped returns the probabilities seen by the other player.
func hyperSwapped(e HyperEntry) [5]float64 {
	p := e.Probabilities
	return [5]float64{1 - float64(p[0]), float64(p[3]), float64(p[4]), float64(p[1]), float64(p[2])}
}

package generate

import (
	"fmt"
	"math"

	"gammonlab/board"
	"gammonlab/engine/bearoff"
	"gammonlab/engine/bearoff/internal/format"
)

const (
	// hyperEquitySlack is the tolerance of an equity compared with one more step of
	// the iteration. At its computation, the other equities could be off by the
	// threshold, and twice that after a double; truncation to 24 bits and rounding
	// add a few units of 1e-7.
	hyperEquitySlack = 2.5 * HyperThreshold

	// hyperChoiceSlack is the maximal equity difference between the best play now
	// and the play that determined the probabilities.
	hyperChoiceSlack = 2 * hyperEquitySlack
)

// hyperCheck checks the entries of a hypergammon database.
type hyperCheck struct {
	records  []byte
	index    *bearoff.Index
	size     int // sides
	boards   []hyperBoard
	searches []hyperSearch // by worker
}

// hyper checks all records by their class, and those that the options select by
// the records after each roll. It assumes that the iteration ended at the
// default threshold: databases made with a larger threshold fail.
func (v *verifier) hyper(d *bearoff.Hyper) (checked int64, err error) {
	x := bearoff.NewIndex(hyperPoints, d.Checkers())
	c := &hyperCheck{records: d.Bytes()[format.HeaderSize:], index: x, size: x.Len(), boards: newHyperBoards(x)}
	for range v.pool.workers {
		c.searches = append(c.searches, hyperSearch{index: x})
	}
	if err := v.each(c.size, c.classes); err != nil {
		return 0, err
	}
	return v.entries(c.size*c.size, c.follows)
}

// classes checks each record of one side separately.
func (c *hyperCheck) classes(_, own int) error {
	for opp := range c.size {
		if err := c.class(own, opp); err != nil {
			return c.locate(own, opp, err)
		}
	}
	return nil
}

// follows compares a record with the records after each roll.
func (c *hyperCheck) follows(worker, entry int) error {
	own, opp := entry/c.size, entry%c.size
	switch hyperClassOf(&c.boards[own], &c.boards[opp]) {
	case hyperIllegal, hyperOver:
		return nil // checked by class
	}
	return c.locate(own, opp, c.step(&c.searches[worker], own, opp))
}

// locate adds the position of the record to an error.
func (c *hyperCheck) locate(own, opp int, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("position %d against %d (checkers %s against %s): %w",
		own, opp, checkerText(c.index, own), checkerText(c.index, opp), err)
}

// record returns the record of two sides by their numbers.
func (c *hyperCheck) record(own, opp int) []byte {
	return c.records[(own*c.size+opp)*format.HyperSize:][:format.HyperSize]
}

// class checks a single record.
func (c *hyperCheck) class(own, opp int) error {
	record := c.record(own, opp)
	if record[format.HyperSize-1] != 0 {
		return fmt.Errorf("last byte is %d, want 0", record[format.HyperSize-1])
	}
	var want hyperValue
	switch hyperClassOf(&c.boards[own], &c.boards[opp]) {
	case hyperIllegal:
	case hyperOver:
		want = hyperResult(&c.boards[own].side, &c.boards[opp].side, c.index.Checkers())
	default:
		return checkHyperOrder(format.ParseHyper(record))
	}
	var buf [format.HyperSize]byte
	format.AppendHyper(buf[:0], want.record())
	if string(record) != string(buf[:]) {
		return fmt.Errorf("is %+v, want %+v", format.ParseHyper(record), format.ParseHyper(buf[:]))
	}
	return nil
}

// checkHyperOrder checks that the probabilities are consistent, up to rounding.
func checkHyperOrder(e format.Hyper) error {
	const slack = 1e-5
	p := e.Probabilities
	if p[1] > p[0]+slack || p[2] > p[1]+slack || p[3] > 1-p[0]+slack || p[4] > p[3]+slack {
		return fmt.Errorf("impossible probabilities %v: backgammons count as gammons, and gammons as wins or losses", p)
	}
	return nil
}

// hyperBounds is the range of a record.
type hyperBounds struct {
	least, most [5]float64 // probabilities
	equities    [5]float64 // cubeless, owned, centred, Jacoby, opponent
}

// step recomputes a record from the records after each roll, by an algorithm
// that is independent of the generator's.
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
	e := format.ParseHyper(c.record(own, opp))
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
func hyperEquities(e format.Hyper) [5]float64 {
	p := e.Probabilities
	cubeless := 2*float64(p[0]) - 1 + float64(p[1]) - float64(p[3]) + float64(p[2]) - float64(p[4])
	return [5]float64{cubeless, float64(e.Owned), float64(e.Centred), float64(e.CentredJacoby), float64(e.OppOwned)}
}

// roll returns the range of values of a roll.
func (c *hyperCheck) roll(s *hyperSearch, own, opp int, roll board.Roll) hyperBounds {
	facing := &c.boards[opp]
	s.search(&c.boards[own].side, facing.blocked, roll)
	if len(s.plays) == 0 {
		return hyperDance(format.ParseHyper(c.record(opp, own)))
	}
	after := make([]format.Hyper, len(s.plays))
	best := [5]float64{-3, -3, -3, -3, -3}
	for i, play := range s.plays {
		after[i] = format.ParseHyper(c.record(int(facing.afterLanding(play.landed)), play.rank))
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

// widen extends the range to the probabilities.
func (b *hyperBounds) widen(p [5]float64) {
	for i := range p {
		b.least[i] = min(b.least[i], p[i])
		b.most[i] = max(b.most[i], p[i])
	}
}

// hyperDance returns the values of a roll that cannot be played.
func hyperDance(e format.Hyper) hyperBounds {
	b := hyperBounds{least: hyperSwapped(e), most: hyperSwapped(e)}
	for i, x := range hyperEquities(e) {
		b.equities[i] = -x
	}
	return b
}

// hyperOffers returns the equities for the opponent of the entry's player, who
// makes the best cube action.
func hyperOffers(e format.Hyper) [5]float64 {
	return [5]float64{
		-hyperEquities(e)[0],
		-float64(e.OppOwned),
		-float64(hyperCube(e.Centred, e.OppOwned)),
		-float64(hyperCube(e.CentredJacoby, e.OppOwned)),
		-float64(hyperCube(e.Owned, e.OppOwned)),
	}
}

// hyperSwapped returns the probabilities from the other player's point of view.
func hyperSwapped(e format.Hyper) [5]float64 {
	p := e.Probabilities
	return [5]float64{1 - float64(p[0]), float64(p[3]), float64(p[4]), float64(p[1]), float64(p[2])}
}

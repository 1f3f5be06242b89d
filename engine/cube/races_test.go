package cube_test

import (
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/bearoff"
	"gammonlab/engine/cube"
	"gammonlab/engine/enginetest"
	"gammonlab/internal/must"
)

// raceCosts are the mean costs of wrong cube actions, in points a position.
type raceCosts struct {
	missed, early        float64 // doubles
	wrongPass, wrongTake float64
}

func (c *raceCosts) all() float64 { return c.missed + c.early + c.wrongPass + c.wrongTake }

// TestRaceDecisions compares static cube decisions in bear-offs, by the distributions of rolls
// and a cube efficiency, with the exact ones. Formulas with a constant efficiency are known to
// double too late there; the efficiencies of the shipped models must not.
func TestRaceDecisions(t *testing.T) {
	d := enginetest.Databases(t, 7, 6)
	static := engine.NewFull(enginetest.Shipped(t, "default"))
	money := cube.Money(false, false)
	for name, state := range map[string]cube.State{"double": money, "redouble": money.Double().Swap()} {
		t.Run(name, func(t *testing.T) {
			stakes := must.Get(cube.Prepare(state, nil))(t)
			constant, learned := cube.GnubgEfficiency(), cube.EfficiencyOf(static)
			want, got := costsOfRaces(d, &constant, stakes), costsOfRaces(d, learned, stakes)
			t.Logf("constant %+v in all %.6f, learned %+v in all %.6f", want, want.all(), got, got.all())
			if got.missed > 0.00002 || got.all() > 0.15*want.all() {
				t.Errorf("learned efficiencies cost %+v, want missed doubles of 0.00002 at most, and 0.15 of the cost of %+v in all", got, want)
			}
		})
	}
}

// costsOfRaces returns the costs of static decisions at the stakes, in a sample of the positions
// of the two-sided database that a smaller one, the program's, does not have.
func costsOfRaces(d *engine.Databases, e *cube.Efficiency, st *cube.Stakes) raceCosts {
	index := bearoff.NewIndex(6, d.TwoSided[0].Checkers())
	var sum raceCosts
	n := 0
	for i := 1; i < index.Len(); i += 2 {
		for j := 1; j < index.Len(); j += 5 {
			var pos board.Position
			index.Unrank(i, pos.Own[1:7])
			index.Unrank(j, pos.Opp[1:7])
			if max(pos.Own.Checkers(), pos.Opp.Checkers()) <= 6 {
				continue
			}
			for _, s := range []*board.Side{&pos.Own, &pos.Opp} {
				s[board.Off] = uint8(board.MaxCheckers - s.Checkers())
			}
			n++
			p := engine.Probabilities(d.OneSided[0].Evaluate(&pos.Own, &pos.Opp))
			exact, estimate := e.Leaf(&pos, engine.Bearoff2, &p, d), e.Leaf(&pos, engine.Bearoff1, &p, d)
			right, got := st.Decide(&exact), st.Decide(&estimate)
			sum.add(&right, &got)
		}
	}
	for _, c := range []*float64{&sum.missed, &sum.early, &sum.wrongPass, &sum.wrongTake} {
		*c /= float64(n)
	}
	return sum
}

// add adds the costs of the actions of a decision by its exact values.
func (c *raceCosts) add(right, got *cube.Decision) {
	e := right.Equities
	gain := min(e.DoubleTake, e.DoublePass) - e.NoDouble // of a double
	switch {
	case right.Double() && !got.Double():
		c.missed += gain
	case got.Double() && !right.Double():
		c.early -= gain
	}
	if !got.Double() && !right.Double() {
		return // no one has to answer
	}
	switch {
	case right.Take() && !got.Take():
		c.wrongPass += e.DoublePass - e.DoubleTake
	case got.Take() && !right.Take():
		c.wrongTake += e.DoubleTake - e.DoublePass
	}
}

package targets

import (
	"testing"

	"gammonlab/internal/must"
)

// The states of a game contain those of all groups at its score, for both sides, and no others
// follow from a double. Each game has few.
func TestStates(t *testing.T) {
	stakes := must.Get(NewStakes())(t)
	for score := range stakes.at {
		g := Game{stakes: stakes, own: score[0], opp: score[1]}
		g.connect()
		n := len(g.states[0])
		for _, value := range cubes {
			for side, group := range []Group{stakes.At(g.own, g.opp, value), stakes.At(g.opp, g.own, value)} {
				for _, st := range group {
					if g.find(side, st) >= n {
						t.Errorf("%v: no state %+v of side %d", score, st.State(), side)
					}
				}
			}
		}
		for side, all := range g.states {
			for i, st := range all[:n] {
				if next := g.doubled[side][i]; (next < 0) != (st.Doubled() == nil) || next >= n {
					t.Errorf("%v: %+v becomes %d of %d", score, st.State(), next, n)
				}
			}
		}
		if n > 4+1+2*5 {
			t.Errorf("%v: %d states", score, n)
		}
	}
}

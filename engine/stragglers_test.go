package engine

import (
	"math"
	"testing"
)

// Chances of exactly t turns times 36^t, that GNU Backgammon's own table holds.
func TestStragglers(t *testing.T) {
	for _, c := range []struct {
		k    stragglers
		want [stragglerTurns]float64
	}{
		{stragglers{1, 0, 0, 0, 0}, [5]float64{36, 0, 0, 0, 0}},
		{stragglers{0, 0, 0, 0, 1}, [5]float64{31, 180, 0, 0, 0}},
		{stragglers{0, 0, 2, 0, 0}, [5]float64{17, 684, 0, 0, 0}},
		{stragglers{2, 2, 0, 0, 1}, [5]float64{0, 357, 33712, 3312, 0}},
		{stragglers{6, 0, 0, 0, 0}, [5]float64{0, 396, 32400, 0, 0}},
		{stragglers{0, 0, 0, 0, 6}, [5]float64{0, 18, 6042, 425561, 36475740}},
	} {
		got := stragglerTable()[stragglerIndex.Rank(c.k[:])]
		for i, want := range c.want {
			want /= math.Pow(36, float64(i+1))
			if math.Abs(float64(got[i])-want) > 1e-7 {
				t.Errorf("%v: chance of %d turns %v, want %v", c.k, i+1, got[i], want)
			}
		}
	}
}

package rating

import (
	"math"
	"testing"
)

// TestMatchChange takes FIBS's "help formula" by hand: a difference of 200 at length 9 is
// 10^0.3, so the favourite wins 1/(1+1/1.99526) = 0.66614; 4·√9 = 12, and K is 1 and 4.5.
func TestMatchChange(t *testing.T) {
	m := NewMatchChange(9, [2]float64{1800, 1600}, [2]int{1000, 50})
	for i, want := range []RatedPlayer{
		{1800, 1000, 1, 0.666139, 12 * 0.333861, -12 * 0.666139},
		{1600, 50, 4.5, 0.333861, 54 * 0.666139, -54 * 0.333861},
	} {
		got := m.Players[i]
		if got.Factor != want.Factor || math.Abs(got.Chance-want.Chance) > 1e-6 || math.Abs(got.IfWon-want.IfWon) > 1e-4 || math.Abs(got.IfLost-want.IfLost) > 1e-4 {
			t.Errorf("player %d: %+v, want %+v", i, got, want)
		}
	}
}

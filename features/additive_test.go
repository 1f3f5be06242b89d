package features_test

import (
	"testing"

	"gammonlab/board"
	"gammonlab/features"
)

// TestAdditive adds up the inputs of the places one by one.
func TestAdditive(t *testing.T) {
	additive := 0
	for _, set := range features.Sets() {
		if !features.Additive(set) {
			continue
		}
		additive++
		got, want, one := make([]float32, set.Len()), make([]float32, set.Len()), make([]float32, set.Len())
		add := func(pos board.Position) {
			set.Extract(one, &pos)
			for i, v := range one {
				got[i] += v
			}
		}
		for _, pos := range samplePositions(200) {
			clear(got)
			for place := 1; place <= board.Bar; place++ {
				var own, opp board.Side
				own[place], opp[place] = pos.Own[place], pos.Opp[place]
				add(board.Position{Own: own})
				add(board.Position{Opp: opp})
			}
			set.Extract(want, &pos)
			for i := range want {
				if got[i] != want[i] {
					t.Errorf("%s: %s: input %d: the places add up to %v, want %v", set.Name(), pos.ID(), i, got[i], want[i])
				}
			}
		}
	}
	if additive == 0 {
		t.Error("no set is additive")
	}
}

package engine

import (
	"slices"
	"testing"

	"gammonlab/engine/bearoff"
)

// A distribution ends with its last chance that is not 0, also if that is the last possible one.
func TestChances(t *testing.T) {
	words := [bearoff.MaxRolls]uint16{1: bearoff.One / 5, 3: bearoff.One / 3}
	if got, want := chances(words), []float64{0, 1.0 / 5, 0, 1.0 / 3}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	words[bearoff.MaxRolls-1] = 1
	if got := chances(words); len(got) != bearoff.MaxRolls {
		t.Errorf("%d chances, want %d", len(got), bearoff.MaxRolls)
	}
	if got := chances([bearoff.MaxRolls]uint16{}); len(got) != 0 {
		t.Errorf("got %v of nothing", got)
	}
}

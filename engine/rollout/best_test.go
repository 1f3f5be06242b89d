package rollout_test

import (
	"math"
	"testing"

	"gammonlab/engine/rollout"
)

// The probability of two alternatives to be best follows from the normal
// distribution of their difference; several alternatives share the total of 1.
func TestBest(t *testing.T) {
	two := rollout.Best([]float64{0.10, 0.07}, []float64{0.02, 0.015})
	if want := math.Erfc(-0.03/math.Hypot(0.02, 0.015)/math.Sqrt2) / 2; math.Abs(two[0]-want) > 1e-4 {
		t.Errorf("got %v, want %v", two[0], want)
	}
	equal := rollout.Best([]float64{0.3, 0.3, 0.3}, []float64{0.01, 0.01, 0.01})
	exact := rollout.Best([]float64{0.3, 0.2, 0.3}, []float64{0, 0, 0})
	for i, p := range equal {
		if math.Abs(p-1./3) > 1e-4 {
			t.Errorf("of three that are alike %d has %v", i, p)
		}
	}
	if math.Abs(exact[0]-0.5) > 1e-9 || exact[1] != 0 {
		t.Errorf("without errors: %v", exact)
	}
	if one := rollout.Best([]float64{-1}, []float64{0.1}); one[0] != 1 {
		t.Errorf("a single one has %v", one)
	}
	if far := rollout.Best([]float64{0, 1000}, []float64{1e-9, 1e-9}); far[1] != 1 {
		t.Errorf("far apart: %v", far)
	}
}

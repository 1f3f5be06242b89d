package positions

import (
	"math"
	"testing"
)

// Every loss is in a bar; large losses are in the last bar.
func TestLossSteps(t *testing.T) {
	losses := []float64{0, 0, 0.001, 0.019, 0.02, 5}
	s := lossSteps("a", losses, 0.02)
	if s.Name != "a, 33.3 % cost nothing" {
		t.Errorf("name %q", s.Name)
	}
	area := 0.0
	for i := 1; i < len(s.X); i++ {
		area += (s.X[i] - s.X[i-1]) * s.Y[i] / 20
	}
	last := s.Y[len(s.Y)-2]
	if math.Abs(area-4.0/6) > 1e-9 || math.Abs(s.Y[1]-2.0/6) > 1e-9 || math.Abs(last-1.0/6) > 1e-9 {
		t.Errorf("bars %v, sum %v", s.Y, area)
	}
	for _, c := range []struct{ most, want float64 }{{0, 0.001}, {0.019, 0.001}, {0.03, 0.002}, {0.09, 0.005}, {1, 0.1}} {
		if got := barWidth([]float64{0, c.most, 0, c.most}); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("losses up to %v: bars of %v, want %v", c.most, got, c.want)
		}
	}
}

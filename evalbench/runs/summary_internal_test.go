package runs

import (
	"math"
	"testing"
)

// Times of small runs are not 0.00.
func TestHours(t *testing.T) {
	for h, want := range map[float64]string{0: "0.00", 0.0004: "<0.001", 0.0042: "0.0042", 0.083: "0.083", 0.25: "0.25", 12.345: "12.35"} {
		if got := hours(h); got != want {
			t.Errorf("%v h: %s, want %s", h, got, want)
		}
	}
	if got := hours(math.NaN()); got != "-" {
		t.Errorf("unknown: %s", got)
	}
}

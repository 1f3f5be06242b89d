package rating

import (
	"math"
	"testing"
)

// TestErrorsPlus checks that sums of errors do not depend on their division
// into parts.
func TestErrorsPlus(t *testing.T) {
	all := []float64{0, 0.5, 0.1, 0, 0, 0.3, 0.02}
	of := func(xs []float64) Errors {
		e := Errors{}
		for _, x := range xs {
			e = e.Plus(Errors{N: 1, Rate: x})
		}
		return e
	}
	want := of(all)
	mean, squares := 0.92/7, 0.0
	for _, x := range all {
		squares += square(x - mean)
	}
	if d := math.Sqrt(squares / 6); want.N != 7 || math.Abs(want.Rate-mean) > 1e-12 || math.Abs(*want.Deviation-d) > 1e-12 {
		t.Fatalf("%+v, want mean %v, deviation %v", want, mean, d)
	}
	for i := range len(all) + 1 {
		got := of(all[:i]).Plus(of(all[i:]))
		if got.N != want.N || math.Abs(got.Rate-want.Rate) > 1e-12 || math.Abs(*got.Deviation-*want.Deviation) > 1e-12 {
			t.Errorf("divided at %d: %+v, want %+v", i, got, want)
		}
	}
	if got := want.Plus(Errors{N: 5, Rate: 0.1}); got.Deviation != nil {
		t.Errorf("deviation %v of what has none", *got.Deviation)
	}
}

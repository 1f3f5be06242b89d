package fit

import (
	"math"
	"slices"
	"testing"
)

func TestCells(t *testing.T) {
	manual, deviation := 1430.4, -2.46
	for _, c := range []struct {
		e    Estimate
		want []string
	}{
		{Estimate{Value: 1400.6, Low: 1300.2, High: 1500.8}, []string{"1401", "1300", "1501", "", ""}},
		{Estimate{Value: 1, Low: 0, High: 2, Manual: &manual}, []string{"1", "0", "2", "1430", ""}},
		{Estimate{Value: 1, Low: 0, High: 2, Manual: &manual, Deviation: &deviation}, []string{"1", "0", "2", "1430", "-2.5"}},
	} {
		if got := cells(&c.e); !slices.Equal(got, c.want) {
			t.Errorf("%+v: %q, want %q", c.e, got, c.want)
		}
	}
}

// The values are 3 + 2x with residuals 0.1, -0.2 and 0.1: they have the mean 5 and a sum of
// squares of 2·2.1² around it.
func TestTrendR2(t *testing.T) {
	// 3 + 2x with residuals 0.1, -0.2 and 0.1, around the mean 5.
	x, values := []float64{0, 1, 2}, []float64{3.1, 4.8, 7.1}
	want := 1 - (0.01+0.04+0.01)/(1.9*1.9+0.2*0.2+2.1*2.1)
	if got := trendR2(x, values, curve{constant: 3, inverse: 2}); math.Abs(got-want) > 1e-12 {
		t.Errorf("%v, want %v", got, want)
	}
}

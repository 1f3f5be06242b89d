package student

import (
	"math"
	"testing"
)

// The table of Student's distribution in any book of statistics.
func TestQuantile(t *testing.T) {
	for _, c := range []struct{ p, nu, want float64 }{{0.975, 1, 12.7062}, {0.975, 10, 2.2281}, {0.95, 5, 2.0150}, {0.995, 30, 2.7500}} {
		if got := Quantile(c.p, c.nu); math.Abs(got-c.want) > 5e-5 {
			t.Errorf("quantile %v, %v degrees of freedom: %.5f, want %.4f", c.p, c.nu, got, c.want)
		}
		if got := CDF(c.want, c.nu); math.Abs(got-c.p) > 1e-5 {
			t.Errorf("CDF of %v, %v degrees of freedom: %.5f, want %v", c.want, c.nu, got, c.p)
		}
		if got := CDF(-c.want, c.nu); math.Abs(got-(1-c.p)) > 1e-5 {
			t.Errorf("CDF of -%v, %v degrees of freedom: %.5f, want %v", c.want, c.nu, got, 1-c.p)
		}
	}
}

// The table of Harter (Annals of Mathematical Statistics 31, 1960), as in any book of statistics.
// Of two values, the range is √2 times Student's t, as the integral gives it.
func TestRangeQuantile(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		p    float64
		k    int
		nu   float64
		want float64
	}{
		{0.95, 3, 2, 8.331}, {0.95, 3, 10, 3.877}, {0.95, 5, 20, 4.232}, {0.95, 10, inf, 4.474}, {0.95, 20, 10, 6.467},
		{0.99, 5, 5, 8.421}, {0.99, 3, 60, 4.282}, {0.95, 2, inf, 2.772}, {0.95, 2, 1, 17.97}, {0.95, 10, 1, 49.07},
		{0.95, 8, 14, 4.990},
	} {
		if got := RangeQuantile(c.p, c.k, c.nu); math.Abs(got/c.want-1) > 8e-4 {
			t.Errorf("quantile %v of the range of %d values, %v degrees of freedom: %.4f, want %v", c.p, c.k, c.nu, got, c.want)
		}
	}
	for _, nu := range []float64{2, 7, 30} {
		if got := rangeCDF(RangeQuantile(0.95, 2, nu), 2, nu); math.Abs(got-0.95) > 1e-4 {
			t.Errorf("range of two values, %v degrees of freedom: the integral is %.5f, want 0.95", nu, got)
		}
	}
}

package evalbench_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gammonlab/evalbench"
)

// near reports whether an estimate is center ± margin.
func near(s evalbench.Summary, center, margin float64) bool {
	return math.Abs(s.Center-center) < 1e-9 && math.Abs(s.Margin()-margin) < 1e-6
}

// TestRatio has three clusters, of 10, 20 and 30 items that sum up to 2, 1 and 6. The
// ratio is 9/60 = 0.15, the squared residuals 0.25, 4 and 2.25, so that the standard
// error is √(3/2·6.5)/60; Student's quantile for 2 degrees of freedom is 4.302653.
func TestRatio(t *testing.T) {
	var r evalbench.Ratio
	for _, c := range [][2]float64{{2, 10}, {1, 20}, {0, 0}, {6, 30}} {
		r.Add(c[0], c[1])
	}
	if s := r.Summary(); !near(s, 0.15, 4.302652730*math.Sqrt(1.5*6.5)/60) || s.N != 3 || len(s.Warnings) != 1 {
		t.Errorf("%+v", s)
	}
	if r.Items() != 60 {
		t.Errorf("%v items", r.Items())
	}
	var one evalbench.Ratio
	if s := one.Summary(); !math.IsNaN(s.Center) || !math.IsInf(s.High, 1) {
		t.Errorf("without clusters: %+v", s)
	}
	one.Add(3, 4)
	if s := one.Summary(); s.Center != 0.75 || !math.IsInf(s.Low, -1) || len(s.Warnings) != 1 {
		t.Errorf("one cluster: %+v", s)
	}
}

// TestRatioHolds draws clusters whose items depend on each other and counts how often
// the interval holds the true mean.
func TestRatioHolds(t *testing.T) {
	const samples, clusters, mean = 2000, 40, 0.3
	rng := rand.New(rand.NewPCG(1, 2))
	holds := 0
	for range samples {
		var r evalbench.Ratio
		for range clusters {
			n := float64(1 + rng.IntN(50))
			r.Add(n*(mean+0.2*rng.NormFloat64())+math.Sqrt(n)*0.1*rng.NormFloat64(), n)
		}
		if s := r.Summary(); s.Contains(mean) {
			holds++
		}
	}
	if share := float64(holds) / samples; share < 0.93 || share > 0.965 { // 4 standard errors, and the bias of 40 clusters
		t.Errorf("the interval holds the mean in %.3f of samples", share)
	}
}

// TestSlope has the line through (0,5), (1,3), (2,4), (3,1) with the weights 1, 2, 1,
// 2: the means are 5/3 and 17/6, the slope -25/22. The margin was computed apart.
func TestSlope(t *testing.T) {
	s := evalbench.Slope([]float64{0, 1, 2, 3}, []float64{5, 3, 4, 1}, []float64{1, 2, 1, 2})
	if !near(s, -25.0/22, 1.1171448848006422) || s.N != 4 {
		t.Errorf("%+v, margin %v", s, s.Margin())
	}
	// Residuals -1/6, 1/3, -1/6; Student's quantile for 1 degree of freedom is 12.706205.
	if s := evalbench.Slope([]float64{0, 1, 2}, []float64{0, 1, 1}, []float64{1, 1, 1}); !near(s, 0.5, 12.7062047362*math.Sqrt(3.0/18)/2) {
		t.Errorf("three points: %+v, margin %v", s, s.Margin())
	}
	if s := evalbench.Slope([]float64{0, 1}, []float64{1, 3}, []float64{1, 1}); s.Center != 2 || !math.IsInf(s.High, 1) {
		t.Errorf("two points: %+v", s)
	}
	if s := evalbench.Slope([]float64{1, 1, 1}, []float64{1, 2, 3}, []float64{1, 1, 1}); !math.IsNaN(s.Center) {
		t.Errorf("no slope: %+v", s)
	}
}

// TestSlopeHolds draws points without a slope.
func TestSlopeHolds(t *testing.T) {
	const samples, points = 2000, 40
	rng := rand.New(rand.NewPCG(3, 4))
	holds := 0
	x, y, w := make([]float64, points), make([]float64, points), make([]float64, points)
	for range samples {
		for i := range x {
			w[i] = float64(1 + rng.IntN(50))
			x[i], y[i] = float64(i), 3+rng.NormFloat64()/math.Sqrt(w[i])
		}
		if s := evalbench.Slope(x, y, w); s.Contains(0) {
			holds++
		}
	}
	if share := float64(holds) / samples; share < 0.92 || share > 0.965 {
		t.Errorf("the interval holds 0 in %.3f of samples", share)
	}
}

package evalbench

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSampleLiteral uses Student's own data: the additional hours of sleep
// under drug B (Biometrika 6, 1908, table on page 20); n = 10, mean 2.33,
// standard deviation 2.00 (by n-1), as R's built-in `sleep` gives it.
func TestSampleLiteral(t *testing.T) {
	var s Sample
	for _, x := range []float64{1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4} {
		s.Add(x)
	}
	sum := s.Summary()
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"mean", s.Mean(), 2.33},
		{"standard deviation", s.StdDev(), 2.002249},
		{"standard error", s.StdErr(), 0.633167},
		{"centre", sum.Center, 2.33},
		{"low", sum.Low, 0.897677}, // t(0.975, 9) = 2.262157
		{"high", sum.High, 3.762323},
		{"margin", sum.Margin(), 1.432323},
		{"confidence", sum.Confidence, 0.95},
	} {
		if math.Abs(c.got-c.want) > 1e-6 {
			t.Errorf("%s = %.7f, want %.6f", c.name, c.got, c.want)
		}
	}
	if sum.N != 10 || s.N() != 10 {
		t.Errorf("n = %d and %d, want 10", sum.N, s.N())
	}
	if sum.Contains(0) || !sum.Contains(1) {
		t.Errorf("the interval [%.3f, %.3f] should leave out 0 and hold 1", sum.Low, sum.High)
	}
}

// TestQuantile checks against the table of Student's distribution in any book
// of statistics: two-sided 5 %.
func TestQuantile(t *testing.T) {
	for _, c := range []struct {
		n    int
		want float64
	}{{2, 12.7062}, {3, 4.3027}, {6, 2.5706}, {31, 2.0423}, {121, 1.9799}, {1000, 1.9600}, {1 << 40, 1.9600}} {
		if got := quantile(c.n); math.Abs(got-c.want) > 5e-5 {
			t.Errorf("n = %d: quantile %.5f, want %.4f", c.n, got, c.want)
		}
	}
}

// TestLargeSample checks the interval of 1.96 standard errors by hand: 5,000
// times 1 and 5,000 times -1 have the variance 10000/9999.
func TestLargeSample(t *testing.T) {
	var s Sample
	s.AddN(1, 5000)
	s.AddN(-1, 5000)
	want := 1.959964 * math.Sqrt(10000.0/9999) / 100
	if sum := s.Summary(); math.Abs(sum.High-want) > 1e-8 || math.Abs(sum.Low+want) > 1e-8 || len(sum.Warnings) != 0 {
		t.Errorf("summary %+v, want 0 ± %.8f without warnings", sum, want)
	}
}

func TestAddNEqualsAdds(t *testing.T) {
	var one, many Sample
	for _, c := range []struct {
		x float64
		n int
	}{{-3, 4}, {0.5, 1}, {2, 0}, {2, -5}, {1.5, 17}, {-0.5, 3}} {
		many.AddN(c.x, c.n)
		for range c.n {
			one.Add(c.x)
		}
	}
	if one.N() != many.N() || math.Abs(one.Mean()-many.Mean()) > 1e-14 || math.Abs(one.Variance()-many.Variance()) > 1e-13 {
		t.Errorf("one by one %+v, by count %+v", one, many)
	}
}

// TestMerge merges the samples of two parts into the sample of the whole.
func TestMerge(t *testing.T) {
	values := []float64{3, -1, 2.5, 2.5, 0, 17, -4}
	var whole Sample
	for _, x := range values {
		whole.Add(x)
	}
	for cut := range len(values) + 1 {
		var left, right Sample
		for i, x := range values {
			if i < cut {
				left.Add(x)
			} else {
				right.Add(x)
			}
		}
		left.Merge(&right)
		if got, want := left.Summary(), whole.Summary(); math.Abs(got.Low-want.Low) > 1e-12 || math.Abs(got.Center-want.Center) > 1e-12 ||
			left.min != whole.min || left.max != whole.max || got.N != want.N {
			t.Errorf("cut at %d: %+v, want %+v", cut, left, whole)
		}
	}
}

// TestFarFromZero would fail for a variance computed from the sum of squares.
func TestFarFromZero(t *testing.T) {
	var s Sample
	for i := range 1000 {
		s.Add(1e9 + float64(i%2))
	}
	if want := 0.25 * 1000 / 999; math.Abs(s.Variance()-want) > 1e-9 {
		t.Errorf("variance %v, want %v", s.Variance(), want)
	}
}

func TestSmallSamples(t *testing.T) {
	var s Sample
	for n := range 2 {
		sum := s.Summary()
		if !math.IsInf(sum.Low, -1) || !math.IsInf(sum.High, 1) || len(sum.Warnings) != 1 || sum.N != n {
			t.Errorf("%d observations: %+v, want an infinite interval and a warning", n, sum)
		}
		if !math.IsNaN(s.Variance()) || !math.IsNaN(s.StdErr()) {
			t.Errorf("%d observations: variance %v, want NaN", n, s.Variance())
		}
		s.Add(1.5)
	}
	sum := s.Summary()
	if sum.Low != 1.5 || sum.High != 1.5 || len(sum.Warnings) != 2 {
		t.Errorf("two equal observations: %+v, want warnings for few and for equal", sum)
	}
}

// TestCoverage draws many samples from distributions like those of matches and
// counts how often the interval holds the true mean. With 4,000 samples the
// count's own standard error is 0.34 %.
func TestCoverage(t *testing.T) {
	samples := 4000
	if testing.Short() {
		samples = 1000
	}
	rng := rand.New(rand.NewPCG(1, 1))
	// Points of one game between equals, single, gammon, backgammon in the
	// shares 73, 26 and 1 of a hundred.
	game := func() float64 {
		points := 1.0
		if u := rng.Float64(); u > 0.99 {
			points = 3
		} else if u > 0.73 {
			points = 2
		}
		if rng.IntN(2) == 0 {
			return -points
		}
		return points
	}
	for _, c := range []struct {
		name string
		n    int
		mean float64
		draw func() float64
	}{
		{"normal, few", 8, 0.3, func() float64 { return 0.3 + rng.NormFloat64() }},
		{"pairs of games, few", 20, 0, func() float64 { return (game() + game()) / 2 }},
		{"pairs of games", 200, 0, func() float64 { return (game() + game()) / 2 }},
		{"single games", 1500, 0, game},
		{"one-sided", 1200, 0.64, func() float64 { return max(game(), 0) }},
	} {
		held := 0
		for range samples {
			var s Sample
			for range c.n {
				s.Add(c.draw())
			}
			if sum := s.Summary(); sum.Contains(c.mean) {
				held++
			}
		}
		if share := float64(held) / float64(samples); share < 0.93 || share > 0.97 {
			t.Errorf("%s: %d observations, the interval holds the mean in %.1f %% of samples", c.name, c.n, 100*share)
		}
	}
}

func TestOrderDoesNotMatter(t *testing.T) {
	values := []float64{3, -1, 0.5, 2, -2.5, 1, 1, 0}
	var forward, backward Sample
	for _, x := range values {
		forward.Add(x)
	}
	slices.Reverse(values)
	for _, x := range values {
		backward.Add(x)
	}
	if math.Abs(forward.Mean()-backward.Mean()) > 1e-15 || math.Abs(forward.Variance()-backward.Variance()) > 1e-14 {
		t.Errorf("forward %+v, backward %+v", forward, backward)
	}
}

package fit

import (
	"math"
	"testing"
)

// The median of an even number of values is the mean of the two in the middle.
func TestMedianAbs(t *testing.T) {
	for _, c := range []struct {
		values []float64
		want   float64
	}{{[]float64{-7}, 7}, {[]float64{3, -1, 2}, 2}, {[]float64{-10, 3, 2, -1}, 2.5}, {[]float64{4, -4, 0, 1, 9, -2}, 3}} {
		if got := medianAbs(c.values); got != c.want {
			t.Errorf("of the sizes of %v: %v, want %v", c.values, got, c.want)
		}
	}
}

// Half of all normal errors are smaller than the median of their sizes, whose quotient with the
// standard deviation is therefore Φ⁻¹(¾).
func TestMedianIsTurnedIntoDeviation(t *testing.T) {
	if half := math.Erf(1 / madToSigma / math.Sqrt2); math.Abs(half-0.5) > 1e-5 {
		t.Errorf("%v of normal errors are below the median of their sizes, want half", half)
	}
}

// R of a share p of n matches to N has the variance (2000/(√N·ln 10))²/(n·p·(1-p)): that of a
// share, p·(1-p)/n, times the square of the slope of R. So pairs of players have weights as
// n·p·(1-p): 100·0.25 and 400·0.09. The raw R are 0 and 2000·log10(9) in matches to 1, the
// predictors 1 and 2, and the weighted sum of squares is least at 36·2·R/(25 + 36·4).
func TestRawWeights(t *testing.T) {
	raw := []float64{0, 2000 * math.Log10(9)}
	points := []Point{
		{Length: 1, Matches: 100, Won: 0.5, RawR: &raw[0], DEPD: 1},
		{Length: 1, Matches: 400, Won: 0.9, RawR: &raw[1], DEPD: 2},
	}
	s := &study{o: Options{Method: WLS}}
	l := &lengthForm{form: &form{predictors: linearPredictors}, length: 1, members: []int{0, 1}}
	want := 36 * 2 * raw[1] / (25 + 36*4.0)
	if got := s.raw(l, points); len(got) != 1 || math.Abs(got[0]-want) > 1e-9*want {
		t.Errorf("%v, want %v", got, want)
	}
}

package evalbench

import (
	"fmt"
	"math"

	"gammonlab/internal/plaintext"
)

// Ratio estimates a mean over items in clusters, such as the error per decision over
// matches: the sum of y divided by the sum of x, where x is the number of items of a
// cluster and y the sum of their values. Clusters must be independent, the items of a
// cluster need not be. The zero value has no clusters. Ratio keeps sums, not the
// clusters.
type Ratio struct {
	n          int
	x, y       float64
	xx, xy, yy float64
}

// Add adds a cluster. A cluster without items, x of 0, is left out.
func (r *Ratio) Add(y, x float64) {
	if x == 0 {
		return
	}
	r.n++
	r.x += x
	r.y += y
	r.xx += x * x
	r.xy += x * y
	r.yy += y * y
}

// Items returns the sum of x.
func (r *Ratio) Items() float64 { return r.x }

// Summary returns the ratio with its interval of 95 %, for N clusters:
//
//	R = Σy/Σx ± q·√(N/(N-1) · Σ(y-R·x)²) / Σx
//
// which is the linearised variance of a ratio of sums (Cochran, Sampling Techniques,
// 3rd edition, 1977, section 6.3), with q as in [Sample.Summary]. The ratio is NaN
// without clusters; the ends are infinite for fewer than two.
func (r *Ratio) Summary() Summary {
	s := Summary{Center: r.y / r.x, Low: math.Inf(-1), High: math.Inf(1), N: r.n, Confidence: Confidence}
	if r.n < 2 {
		s.Warnings = append(s.Warnings, fmt.Sprintf("%d clusters give no interval", r.n))
		return s
	}
	n := float64(r.n)
	squares := max(0, r.yy-2*s.Center*r.xy+s.Center*s.Center*r.xx)
	margin := quantile(r.n) * math.Sqrt(n/(n-1)*squares) / r.x
	s.Low, s.High = s.Center-margin, s.Center+margin
	if margin == 0 {
		s.Warnings = append(s.Warnings, fmt.Sprintf("all %d clusters have the same mean: the interval cannot be trusted", r.n))
	}
	if r.n < fewObservations {
		s.Warnings = append(s.Warnings, fmt.Sprintf("%d clusters are few: the interval assumes a normally distributed mean", r.n))
	}
	return s
}

// Slope returns the slope of the line through points by least squares, each weighted by
// w, with its interval of 95 %. The interval is valid for a spread of y that differs
// between points (White, Econometrica 48, 1980, with the factor n/(n-2)); q is
// Student's quantile for n-2 degrees of freedom. The slope is NaN if all x are equal;
// the ends are infinite for fewer than three points.
func Slope(x, y, w []float64) Summary {
	var sum, meanX, meanY float64
	for i := range x {
		sum += w[i]
		meanX += w[i] * x[i]
		meanY += w[i] * y[i]
	}
	meanX, meanY = meanX/sum, meanY/sum
	var xx, xy float64
	for i := range x {
		xx += w[i] * (x[i] - meanX) * (x[i] - meanX)
		xy += w[i] * (x[i] - meanX) * (y[i] - meanY)
	}
	n := len(x)
	s := Summary{Center: xy / xx, Low: math.Inf(-1), High: math.Inf(1), N: n, Confidence: Confidence}
	if n < 3 {
		s.Warnings = append(s.Warnings, plaintext.Counted(n, "point gives", "points give")+" no interval")
		return s
	}
	var squares float64
	for i := range x {
		e := w[i] * (x[i] - meanX) * (y[i] - meanY - s.Center*(x[i]-meanX))
		squares += e * e
	}
	margin := quantile(n-1) * math.Sqrt(float64(n)/float64(n-2)*squares) / xx
	s.Low, s.High = s.Center-margin, s.Center+margin
	return s
}

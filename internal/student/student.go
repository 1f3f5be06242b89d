// Package student has Student's distribution, and that of the studentized range.
package student

import (
	"math"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/mathext"
)

// Quantile returns the quantile of Student's distribution with nu degrees of freedom, p above ½:
// t with p = 1 - I(nu/2, ½, nu/(t²+nu))/2. Package distuv has it, too, and is large in a browser.
func Quantile(p, nu float64) float64 {
	x := mathext.InvRegIncBeta(nu/2, 0.5, 2*(1-p))
	return math.Sqrt(nu * (1 - x) / x)
}

// CDF returns the probability that a value of Student's distribution with nu degrees of freedom
// is at most t.
func CDF(t, nu float64) float64 {
	beyond := mathext.RegIncBeta(nu/2, 0.5, nu/(t*t+nu)) / 2
	if t > 0 {
		return 1 - beyond
	}
	return beyond
}

// Nodes of the integrals, and the standard deviations after which what they integrate is nothing.
const (
	nodes = 48 // twice as many of the spread, whose density is steep with few degrees of freedom
	tails = 8
)

// RangeQuantile returns the quantile of the studentized range: of the largest difference between
// k independent normal values, k from 2 up, over an estimate of their standard deviation with nu
// degrees of freedom, which may be +Inf. p is from 0 to 1, both excluded (Student, Biometrika 19,
// 1927; the integrals are those of Copenhaver and Holland, Journal of Statistical Computation
// and Simulation 30, 1988). It has four digits up to p = 0.99.
func RangeQuantile(p float64, k int, nu float64) float64 {
	if k == 2 && !math.IsInf(nu, 1) {
		return math.Sqrt2 * Quantile((1+p)/2, nu)
	}
	low, high := 0.0, 1.0
	for rangeCDF(high, k, nu) < p {
		low, high = high, 2*high
	}
	const precision = 1e-6
	for high-low > precision*high {
		if middle := (low + high) / 2; rangeCDF(middle, k, nu) < p {
			low = middle
		} else {
			high = middle
		}
	}
	return high
}

// rangeCDF returns the probability that the studentized range is at most q: that of the range of
// normal values is at most q·s, over the distribution of s.
func rangeCDF(q float64, k int, nu float64) float64 {
	if math.IsInf(nu, 1) {
		return normalRangeCDF(q, k)
	}
	gamma, _ := math.Lgamma(nu / 2)
	constant := math.Ln2 + nu/2*math.Log(nu/2) - gamma
	density := func(s float64) float64 { return math.Exp(constant + (nu-1)*math.Log(s) - nu*s*s/2) }
	width := tails / math.Sqrt(2*nu) // of s about 1
	return quad.Fixed(func(s float64) float64 { return density(s) * normalRangeCDF(q*s, k) }, max(0, 1-width), 1+width, 2*nodes, nil, 0)
}

// normalRangeCDF returns the probability that the range of k normal values is at most w: of one
// of them, which is the largest, and the others within w below it.
func normalRangeCDF(w float64, k int) float64 {
	below := func(z float64) float64 { return math.Erfc(-z/math.Sqrt2) / 2 }
	return quad.Fixed(func(z float64) float64 {
		return float64(k) * math.Exp(-z*z/2) / math.Sqrt(2*math.Pi) * math.Pow(below(z)-below(z-w), float64(k-1))
	}, -tails, tails, nodes, nil, 0)
}

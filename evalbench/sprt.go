package evalbench

import (
	"cmp"
	"fmt"
	"math"

	"gammonlab/internal/setting"
)

// Hypotheses are the two hypotheses of a sequential test with their error
// probabilities.
type Hypotheses struct {
	// E0 < E1 are true means: H0 is a mean of E0 or less, H1 is a mean of E1 or more. For
	// a mean between E0 and E1, both decisions are right.
	E0, E1 float64

	Alpha float64 // chance to accept H1 at E0, between 0 and ½
	Beta  float64 // chance to accept H0 at E1, between 0 and ½
}

// Validate returns an error for the first invalid value.
func (h *Hypotheses) Validate() error {
	if !(h.E0 < h.E1) || math.IsInf(h.E0, 0) || math.IsInf(h.E1, 0) {
		return fmt.Errorf("bounds %v and %v, want finite numbers, the lower first", h.E0, h.E1)
	}
	return cmp.Or(validLevel("alpha", h.Alpha), validLevel("beta", h.Beta))
}

func validLevel(name setting.Name, level float64) error {
	return setting.Check(name, level > 0 && level < 0.5, "is %v, want more than 0 and less than 0.5", level)
}

// Bounds returns the log-likelihood ratios at which H0 and H1 are accepted:
// log(β/(1-α)) and log((1-β)/α) (Wald, Annals of Mathematical Statistics 16,
// 1945).
func (h *Hypotheses) Bounds() (lower, upper float64) {
	return math.Log(h.Beta / (1 - h.Alpha)), math.Log((1 - h.Beta) / h.Alpha)
}

// Expected returns the expected number of observations of a test if the true mean is e
// and the standard deviation of an observation is sd. It treats the ratio as Brownian
// motion with drift and ignores that the ratio overshoots the bounds: the true number is
// a little higher.
func (h *Hypotheses) Expected(e, sd float64) float64 { return h.expectedFrom(0, e, sd) }

// expectedFrom is Expected for the observations after a log-likelihood ratio.
func (h *Hypotheses) expectedFrom(llr, e, sd float64) float64 {
	lower, upper := h.Bounds()
	lower, upper = lower-llr, upper-llr
	step := (h.E1 - h.E0) / sd
	away := 2*(e-h.E0)/(h.E1-h.E0) - 1 // -1 at E0, 1 at E1
	if math.Abs(away) < 1e-6 {
		return -lower * upper / (step * step)
	}
	// exp(-away·ratio) is a martingale, and so is ratio - drift·n.
	won := math.Expm1(-away*lower) / (math.Exp(-away*lower) - math.Exp(-away*upper))
	return (won*upper + (1-won)*lower) / (away * step * step / 2)
}

// Decision is the decision of a sequential test.
type Decision int

// The decisions.
const (
	Undecided Decision = iota
	AcceptH0
	AcceptH1
)

// String returns undecided, H0 or H1.
func (d Decision) String() string { return [...]string{"undecided", "H0", "H1"}[d] }

// SPRT is a sequential probability ratio test of a mean: observations are added one by
// one until it decides. It is Wald's test in its generalised form, where unknown
// parameters of the distribution have their likeliest value under each hypothesis. The
// mean of the observations is treated as normal:
//
//	ratio = n/2 · log((v + (mean-E0)²) / (v + (mean-E1)²))
//
// where v is the variance of the observations, with divisor n. For close hypotheses this
// is n·(E1-E0)·(2·mean-E0-E1)/(2v), the formula of tests of chess programs.
//
// The variance includes one virtual observation at the distance Scale from the mean: two
// players who rarely differ in their decisions may score 0 for a long time, and with a
// variance of 0 the test would decide at once.
type SPRT struct {
	Hypotheses
	Scale float64 // about the largest distance of an observation from the mean

	sample Sample
}

// Add adds an observation. Observations after a decision may change it: the caller must
// stop at the first decision.
func (t *SPRT) Add(x float64) { t.sample.Add(x) }

// Sample returns the observations so far.
func (t *SPRT) Sample() Sample { return t.sample }

// LLR returns the logarithm of the likelihood ratio, positive for H1; 0 before
// the first observation.
func (t *SPRT) LLR() float64 {
	n := float64(t.sample.n)
	if n == 0 {
		return 0
	}
	v := t.variance()
	d0, d1 := t.sample.mean-t.E0, t.sample.mean-t.E1
	return n / 2 * math.Log((v+d0*d0)/(v+d1*d1))
}

// variance returns the variance of the observations and the virtual one.
func (t *SPRT) variance() float64 { return (t.sample.m2 + t.Scale*t.Scale) / float64(t.sample.n) }

// meanVariance returns the variance of the mean.
func (t *SPRT) meanVariance() float64 { return t.variance() / float64(t.sample.n) }

// Remaining returns the expected number of observations until the test decides, for display. Of the
// means within one standard error of that of the observations it takes the one for which it
// is largest: few observations do not promise an early end. It is infinite before the first one.
func (t *SPRT) Remaining() float64 {
	switch {
	case t.sample.n == 0:
		return math.Inf(1)
	case t.Decision() != Undecided:
		return 0
	}
	middle, margin := (t.E0+t.E1)/2, math.Sqrt(t.meanVariance())
	e := min(max(middle, t.sample.mean-margin), t.sample.mean+margin)
	return t.expectedFrom(t.LLR(), e, math.Sqrt(t.variance()))
}

// Decision returns whether the ratio has reached a bound.
func (t *SPRT) Decision() Decision {
	lower, upper := t.Bounds()
	switch llr := t.LLR(); {
	case llr >= upper:
		return AcceptH1
	case llr <= lower:
		return AcceptH0
	}
	return Undecided
}

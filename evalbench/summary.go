package evalbench

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mathext"

	"gammonlab/internal/plaintext"
	"gammonlab/internal/student"
)

// Confidence is the confidence of the intervals of [Sample.Summary].
const Confidence = 0.95

// Summary is an estimate with its interval. Low and High are the ends of the confidence
// interval: over many samples, the share Confidence of such intervals contains the true
// value. The ends are infinite if the sample is too small.
type Summary struct {
	Center, Low, High float64
	N                 int     // number of independent observations
	Confidence        float64 // 0 to 1
	Warnings          []string
}

// Margin returns half the interval's width, the number after ±.
func (s *Summary) Margin() float64 { return (s.High - s.Low) / 2 }

// Bounded reports whether the interval is known.
func (s *Summary) Bounded() bool { return !math.IsInf(s.Margin(), 0) && !math.IsNaN(s.Margin()) }

// Times returns the summary of the estimated quantity multiplied by a positive factor.
func (s Summary) Times(factor float64) Summary {
	s.Center, s.Low, s.High = factor*s.Center, factor*s.Low, factor*s.High
	return s
}

// Contains reports whether the interval contains x, ends included. If it does, the
// estimate does not differ from x significantly at this confidence.
func (s *Summary) Contains(x float64) bool { return s.Low <= x && x <= s.High }

const (
	// studentBelow is the sample size from which the normal quantile replaces Student's;
	// the two then differ by a thousandth.
	studentBelow = 1000

	// fewObservations is the size below which the mean of a skewed distribution is not
	// close enough to normal for the interval to have its confidence.
	fewObservations = 30
)

// Summary returns the mean with its interval of 95 %:
//
//	mean ± q·s/√n
//
// where s² is the unbiased variance and q the 0.975 quantile of Student's t
// distribution with n-1 degrees of freedom, for n of 1,000 and more that of the normal
// distribution, 1.96 (Student, Biometrika 6, 1908). The observations must be
// independent; games that share dice are not independent, but pairs are.
func (s *Sample) Summary() Summary {
	sum := Summary{
		Center: s.mean, Low: math.Inf(-1), High: math.Inf(1),
		N: s.n, Confidence: Confidence,
	}
	if s.n < 2 {
		sum.Warnings = append(sum.Warnings, plaintext.Counted(s.n, "observation gives", "observations give")+" no interval")
		return sum
	}
	margin := quantile(s.n) * s.StdErr()
	sum.Low, sum.High = s.mean-margin, s.mean+margin
	if s.n < fewObservations {
		sum.Warnings = append(sum.Warnings,
			fmt.Sprintf("%d observations are few: the interval assumes a normally distributed mean", s.n))
	}
	if s.min == s.max {
		sum.Warnings = append(sum.Warnings,
			fmt.Sprintf("all %d observations are equal: the interval cannot be trusted", s.n))
	}
	return sum
}

// quantile returns half the interval's width in standard errors.
func quantile(n int) float64 {
	const p = (1 + Confidence) / 2
	if n < studentBelow {
		return student.Quantile(p, float64(n-1))
	}
	return mathext.NormalQuantile(p)
}

package evalbench

import (
	"math"

	"gammonlab/evalbench/fibs"
	"gammonlab/internal/student"
)

// Elo returns the difference of Elo ratings at which a player wins the share p of games:
// 400·log10(p/(1-p)), negative for p < ½, infinite at 0 and 1 (Elo, The Rating of
// Chessplayers, 1978, with the logistic curve).
func Elo(p float64) float64 { return 400 * logit10(p) }

// WinOfElo returns the share of games won at a difference of Elo ratings, the
// inverse of [Elo].
func WinOfElo(difference float64) float64 { return 1 / (1 + math.Pow(10, -difference/400)) }

// FIBS returns the difference of FIBS ratings at which a player wins the share p of
// matches to length points: see [fibs.Difference].
func FIBS(p float64, length int) float64 { return fibs.Difference(p, length) }

// WinOfFIBS returns the share of matches to length points won at a difference of
// FIBS ratings, the inverse of [FIBS].
func WinOfFIBS(difference float64, length int) float64 {
	return fibs.WinProbability(difference, length)
}

func logit10(p float64) float64 { return math.Log10(p / (1 - p)) }

// Map returns the summary of a rising function f of the estimated quantity, such as
// [Elo]. The interval keeps its confidence. Its ends are first clamped to the domain of
// f, low to high: the interval of a share may exceed 0 and 1.
func (s Summary) Map(f func(float64) float64, low, high float64) Summary {
	within := func(x float64) float64 { return f(min(max(x, low), high)) }
	s.Center, s.Low, s.High = within(s.Center), within(s.Low), within(s.High)
	return s
}

// Superiority returns the likelihood of superiority: the probability, given the
// observations and no prior knowledge, that the true mean is above 0. It is Student's
// distribution with n-1 degrees of freedom at mean/(s/√n). With fewer
// than two observations it is NaN. If all are 0, it is ½. If all n have another equal value, s
// is 0, and the sign alone counts: 1-2⁻ⁿ⁻¹ for a positive value, given that all shares of
// positive observations were equally likely before.
func (s *Sample) Superiority() float64 {
	switch {
	case s.n < 2:
		return math.NaN()
	case s.mean == 0:
		return 0.5
	case s.m2 == 0:
		return 0.5 + math.Copysign(0.5-math.Pow(0.5, float64(s.n+1)), s.mean)
	}
	return student.CDF(s.mean/s.StdErr(), float64(s.n-1))
}

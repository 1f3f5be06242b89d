package evalbench

import "math"

// Sample collects independent observations. It keeps their number, mean and spread, not
// the observations themselves. The zero value is an empty sample. The result depends on
// the order of observations only by rounding.
//
// Mean and sum of squared deviations follow Welford (Technometrics 4, 1962),
// weighted as by West (Communications of the ACM 22, 1979).
type Sample struct {
	n        int
	mean     float64
	m2       float64 // sum of squared deviations from the mean
	min, max float64
}

// Add adds one observation.
func (s *Sample) Add(x float64) { s.AddN(x, 1) }

// AddN adds n observations of the same value, such as a histogram's cell. It
// does nothing if n is not positive.
func (s *Sample) AddN(x float64, n int) {
	if n <= 0 {
		return
	}
	if s.n == 0 {
		s.min, s.max = x, x
	}
	s.min, s.max = min(s.min, x), max(s.max, x)
	before := s.n
	s.n += n
	delta := x - s.mean
	shift := delta * float64(n) / float64(s.n)
	s.mean += shift
	s.m2 += float64(before) * delta * shift
}

// N returns the number of observations.
func (s *Sample) N() int { return s.n }

// Mean returns the mean, 0 of an empty sample.
func (s *Sample) Mean() float64 { return s.mean }

// Variance returns the unbiased estimate of the variance of one observation,
// the squared deviations from the mean over n-1. It is NaN for n < 2.
func (s *Sample) Variance() float64 {
	if s.n < 2 {
		return math.NaN()
	}
	return s.m2 / float64(s.n-1)
}

// StdDev returns the square root of [Sample.Variance].
func (s *Sample) StdDev() float64 { return math.Sqrt(s.Variance()) }

// StdErr returns the standard error of the mean, s/√n. It is NaN for n < 2.
func (s *Sample) StdErr() float64 { return s.StdDev() / math.Sqrt(float64(s.n)) }

// Merge adds the observations of another sample (Chan, Golub and LeVeque, The
// American Statistician 37, 1983).
func (s *Sample) Merge(o *Sample) {
	switch {
	case o.n == 0:
		return
	case s.n == 0:
		*s = *o
		return
	}
	n, delta := s.n+o.n, o.mean-s.mean
	s.m2 += o.m2 + delta*delta*float64(s.n)*float64(o.n)/float64(n)
	s.mean += delta * float64(o.n) / float64(n)
	s.n, s.min, s.max = n, min(s.min, o.min), max(s.max, o.max)
}

package rollout

import "math"

// Difference is the difference of the values of two alternatives, in the unit of [Value].
type Difference struct {
	Mean  float64
	Error float64 // standard error, 0 if both values are exact
}

// Distance returns the difference in standard errors (joint standard deviations, JSD).
func (d *Difference) Distance() float64 {
	const least = 1e-8 // exact values have no error
	return d.Mean / max(d.Error, least)
}

// Ahead returns the value of o less that of another outcome of the same rollout. Trials
// with the same number have the same dice, so the errors of both correlate, usually
// positively; the error of the difference takes the covariance into account:
//
//	Var(ō - p̄) = Var(ō) + Var(p̄) - 2 Cov(o, p) / max(n_o, n_p)
func (o *Outcome) Ahead(other *Outcome) Difference {
	if o == other {
		return Difference{}
	}
	shared := 2 * covariance(o.samples, other.samples) / float64(max(o.Trials, other.Trials, 1))
	square := o.Error[Value]*o.Error[Value] + other.Error[Value]*other.Error[Value] - shared
	return Difference{o.Mean[Value] - other.Mean[Value], math.Sqrt(max(square, 0))}
}

// covariance returns the covariance of the values in the trials that both have.
func covariance(a, b []Sample) float64 {
	n := min(len(a), len(b))
	if n < 2 {
		return 0
	}
	var meanA, meanB, sum float64
	for i := range n {
		before := a[i][Value] - meanA
		meanA += before / float64(i+1)
		meanB += (b[i][Value] - meanB) / float64(i+1)
		sum += before * (b[i][Value] - meanB)
	}
	return sum / float64(n-1)
}

package fit

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// weighting is the weighting of the lengths in a trend.
type weighting int

const (
	byVariance weighting = iota // inverse of the variance of the coefficient, from the bootstrap
	evenly
	byLength // square of N: as the fit of Constant·N + Inverse to N times the coefficient
)

// weights returns the weight of each length.
func (o *Options) weights(how weighting, lengths []int, values []float64, resamples [][]float64) []float64 {
	weights := make([]float64, len(lengths))
	for i, n := range lengths {
		switch how {
		case evenly:
			weights[i] = 1
		case byLength:
			weights[i] = float64(n) * float64(n)
		case byVariance:
			e := o.estimate(values[i], resamples[i], nil)
			if e.StdErr == 0 { // without random variation, all lengths have the same weight
				return o.weights(evenly, lengths, values, resamples)
			}
			weights[i] = 1 / (e.StdErr * e.StdErr)
		}
	}
	return weights
}

// trend fits Constant + Inverse/N to a coefficient's values at the lengths, adds the
// intervals from the resamples, and also returns the fits of the resamples.
func (o *Options) trend(lengths []int, values []float64, resamples [][]float64, manual curve, how weighting) (Trend, []curve) {
	weights := o.weights(how, lengths, values, resamples)
	inverse := make([]float64, len(lengths))
	for i, n := range lengths {
		inverse[i] = 1 / float64(n)
	}
	line := func(y []float64) curve {
		constant, slope := stat.LinearRegression(inverse, y, weights, false)
		return curve{constant, slope}
	}
	best := line(values)
	drawn := make([]curve, len(resamples[0]))
	y := make([]float64, len(lengths))
	for r := range drawn {
		for i := range y {
			y[i] = resamples[i][r]
		}
		drawn[r] = line(y)
	}
	of := func(f func(c curve) float64, manual *float64) Estimate {
		xs := make([]float64, len(drawn))
		for r := range xs {
			xs[r] = f(drawn[r])
		}
		return o.estimate(f(best), xs, manual)
	}
	t := Trend{
		Constant: of(func(c curve) float64 { return c.constant }, &manual.constant),
		Inverse:  of(func(c curve) float64 { return c.inverse }, &manual.inverse),
		R2:       trendR2(inverse, values, best),
	}
	for n := 1; n <= lengths[len(lengths)-1]; n++ {
		e := of(func(c curve) float64 { return c.at(float64(n)) }, nil)
		t.Curve = append(t.Curve, CurvePoint{n, e.Value, e.Low, e.High})
	}
	return t, drawn
}

// trendCovariance returns the covariance of the constants and inverses of trends, in this
// order and by trend, see covariance.
func trendCovariance(trends [][]curve) [][]float64 {
	var rows [][]float64
	for i := range trends[0] {
		var row []float64
		for _, t := range trends {
			row = append(row, t[i].constant, t[i].inverse)
		}
		rows = append(rows, row)
	}
	return covariance(rows, 0, 2*len(trends))
}

// covariance returns the covariance of some columns of resamples, from one column on, over the resamples that
// determine all of them; nil if there are fewer than two.
func covariance(drawn [][]float64, from, columns int) [][]float64 {
	var known []float64
	for _, row := range drawn {
		if row = row[from : from+columns]; !slices.ContainsFunc(row, math.IsNaN) {
			known = append(known, row...)
		}
	}
	if len(known) < 2*columns {
		return nil
	}
	var c mat.SymDense
	stat.CovarianceMatrix(&c, mat.NewDense(len(known)/columns, columns, known), nil)
	rows := make([][]float64, columns)
	for i := range rows {
		for j := range columns {
			rows[i] = append(rows[i], c.At(i, j))
		}
	}
	return rows
}

// trendR2 returns the share of the variance of the values that a curve explains.
func trendR2(inverse, values []float64, c curve) float64 {
	s := system{columns: 2, y: values}
	for _, x := range inverse {
		s.x = append(s.x, 1, x)
	}
	return s.rSquared([]float64{c.constant, c.inverse})
}

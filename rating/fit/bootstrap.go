package fit

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"

	"gammonlab/internal/seed"
	"gammonlab/internal/workers"
)

// study has the groups of matches and the models to fit, both to the matches and to
// resamples.
type study struct {
	o      Options
	groups []group // groups that have points
	forms  []*form // linear and, if the matches determine it, bilinear
}

// coefficients returns all fitted numbers in one row: for each form and length, the
// coefficients of the predictors and of the level. A number that the points do not
// determine is NaN.
func (s *study) coefficients(points []Point, there []bool) []float64 {
	var all []float64
	put := func(n int, beta []float64, err error) {
		for j := range n {
			if err != nil {
				all = append(all, math.NaN())
				continue
			}
			all = append(all, beta[j])
		}
	}
	for _, f := range s.forms {
		for _, l := range f.lengths {
			beta, err := l.system(points, there).solve(s.o.Method)
			put(len(f.predictors), beta, err)
			if l.level {
				beta, err = l.levelSystem(points, there).solve(levelMethod(s.o.Method))
				if err == nil {
					beta = beta[1:]
				}
				put(levelTerms, beta, err)
			}
		}
	}
	return all
}

// resampler draws resamples of a study's matches.
type resampler struct {
	generator *rand.PCG
	points    []Point
	there     []bool
}

// resample returns the coefficients of o.Bootstrap resamples, one row for each. A
// resample draws from each group, with replacement, as many matches as the group has
// (Efron and Tibshirani, An Introduction to the Bootstrap, 1993, stratified). Points
// without an R are left out; missing is their number. Resample i draws from stream i.
func (s *study) resample(ctx context.Context) (rows [][]float64, missing int, err error) {
	rows = make([][]float64, s.o.Bootstrap)
	lost := make([]int, s.o.Bootstrap)
	resamplers := make([]*resampler, s.o.Workers)
	for i := range resamplers {
		resamplers[i] = &resampler{new(rand.PCG), make([]Point, len(s.groups)), make([]bool, len(s.groups))}
	}
	workers.Each(ctx, s, resamplers, len(rows), func(s *study, w *resampler, i int) {
		seed.Restart(w.generator, s.o.Seed, uint64(i))
		lost[i] = w.draw(s.groups)
		rows[i] = s.coefficients(w.points, w.there)
	})
	for _, n := range lost {
		missing += n
	}
	return rows, missing, ctx.Err()
}

// draw computes the points of a resample and returns the number of missing points.
func (w *resampler) draw(groups []group) (missing int) {
	rng := rand.New(w.generator)
	for g := range groups {
		rows := groups[g].rows
		var total sums
		for range rows {
			total.add(&rows[rng.IntN(len(rows))])
		}
		var err error
		w.points[g], err = newPoint(groups[g].key, &total)
		if w.there[g] = err == nil; err != nil {
			missing++
		}
	}
	return missing
}

// estimate returns a value with its standard error and interval: the standard deviation
// and the quantiles of its resamples.
func (o *Options) estimate(value float64, resamples []float64, manual *float64) Estimate {
	known := slices.DeleteFunc(slices.Clone(resamples), math.IsNaN)
	e := Estimate{Value: value, Low: value, High: value, Manual: manual}
	if len(known) < 2 {
		return e
	}
	slices.Sort(known)
	e.StdErr = stat.StdDev(known, nil)
	e.Low = stat.Quantile((1-o.Confidence)/2, stat.LinInterp, known, nil)
	e.High = stat.Quantile((1+o.Confidence)/2, stat.LinInterp, known, nil)
	if manual != nil && e.StdErr > 0 {
		d := (value - *manual) / e.StdErr
		e.Deviation = &d
	}
	return e
}

// column returns a column of rows.
func column(rows [][]float64, j int) []float64 {
	c := make([]float64, len(rows))
	for i := range rows {
		c[i] = rows[i][j]
	}
	return c
}

package figures

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"gonum.org/v1/gonum/stat/distuv"

	"gammonlab/internal/chart"
	"gammonlab/rating/fit"
)

// Figure is a figure with the name of its files.
type Figure struct {
	Name  string // name of its files, without extension
	graph chart.Graph
}

// Encode draws the figure in a format, png or svg.
func (f Figure) Encode(w io.Writer, format string) error { return f.graph.Encode(w, format) }

// Write draws all figures of a report into a folder, which it creates if necessary, each
// as a PNG and an SVG file, and returns the files. It returns an error if the report has
// no data for any figure.
func Write(folder string, r *fit.Report) ([]string, error) {
	all := Of(r)
	if len(all) == 0 {
		return nil, errors.New("the report has no points")
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, err
	}
	var files []string
	for _, f := range all {
		for _, format := range []string{".png", ".svg"} {
			path := filepath.Join(folder, f.Name+format)
			if err := f.graph.Write(path); err != nil {
				return files, err
			}
			files = append(files, path)
		}
	}
	return files, nil
}

// Of returns the figures of a report for which it has data:
//
//   - depd-N: R against DEPD at each length N of the linear model
//   - slope: N·a(N) against N
//   - formula-linear, formula-bilinear: R against what the formulas give
//   - mixed-N: R of the pairs of the bilinear model at length N, with what both
//     models give
//   - play-coefficient, cube-coefficient: a2(N) and b(N) against 1/N
func Of(r *fit.Report) []Figure {
	s := source{r}
	var all []Figure
	if r.Linear != nil {
		for i := range r.Linear.Lengths {
			all = append(all, s.depd(&r.Linear.Lengths[i]))
		}
		if len(r.Linear.Trends) > 0 {
			all = append(all, s.slope(), s.formula("linear", r.Linear))
		}
	}
	if r.Bilinear != nil {
		if len(r.Bilinear.Trends) > 0 {
			all = append(all, s.formula("bilinear", r.Bilinear))
		}
		for i := range r.Bilinear.Lengths {
			all = append(all, s.mixed(&r.Bilinear.Lengths[i]))
		}
		if len(r.Bilinear.Trends) > 0 {
			all = append(all, s.coefficient(0), s.coefficient(1))
		}
	}
	return all
}

// source is the report from which figures are drawn.
type source struct{ *fit.Report }

// rTitle is the title of the axis of R.
const rTitle = "rating difference R (FIBS points)"

// points returns the points that a figure shows.
func (s source) points(shown func(*fit.Point) bool) []*fit.Point {
	var all []*fit.Point
	for i := range s.Points {
		if p := &s.Points[i]; shown(p) {
			all = append(all, p)
		}
	}
	return all
}

// interval returns the name of the interval for the legend.
func (s source) interval() string { return fmt.Sprintf("%.4g%% interval", 100*s.Confidence) }

// measured adds R of a point at x, with its interval, to a set.
func (s source) measured(set *chart.Set, x float64, p *fit.Point) {
	margin := distuv.UnitNormal.Quantile((1+s.Confidence)/2) * p.RErr
	set.X, set.Y = append(set.X, x), append(set.Y, p.R)
	set.Lo, set.Hi = append(set.Lo, p.R-margin), append(set.Hi, p.R+margin)
}

// estimate adds a coefficient at x, times a factor, to a set.
func estimate(set *chart.Set, x, factor float64, e *fit.Estimate) {
	set.X, set.Y = append(set.X, x), append(set.Y, factor*e.Value)
	set.Lo, set.Hi = append(set.Lo, factor*e.Low), append(set.Hi, factor*e.High)
}

// straight is a line from x = from to x = to.
func straight(name string, from, to float64, y func(x float64) float64) chart.Set {
	return chart.Set{Name: name, Line: true, X: []float64{from, to}, Y: []float64{y(from), y(to)}}
}

// hasPoint reports whether a model is fitted to a point.
func hasPoint(residual *float64) bool { return residual != nil }

// predictors returns the differences of error rates that a model multiplies by
// its coefficients.
func predictors(m *fit.Model, p *fit.Point) []float64 {
	if len(m.Predictors) == 1 {
		return []float64{p.DEPD}
	}
	return []float64{p.EPM, p.EPC}
}

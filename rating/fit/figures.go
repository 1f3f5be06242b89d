package fit

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"gammonlab/internal/chart"
)

// Figure is a figure with the name of its files.
type Figure struct {
	Name  string // name of its files, without extension
	graph chart.Graph
}

// Encode draws the figure in a format: png, svg or pdf.
func (f Figure) Encode(w io.Writer, format string) error { return f.graph.Encode(w, format) }

// Title returns the title of the figure.
func (f Figure) Title() string { return f.graph.Title }

// Caption returns what the figure says of its matches, see [Study.Caption].
func (f Figure) Caption() string { return f.graph.Caption }

// Element draws the figure as an svg element for a page, without its title and caption.
func (f Figure) Element() (string, error) { return f.graph.Element() }

// WriteFigures draws figures into a folder, which it creates if necessary, each as a PNG and an SVG
// file and in the formats of further extensions, such as .pdf, and returns the files. It returns an
// error if there are no figures.
func WriteFigures(folder string, all []Figure, more ...string) ([]string, error) {
	if len(all) == 0 {
		return nil, errors.New("the report has no points")
	}
	var files []string
	for _, f := range all {
		of, err := chart.Save(folder, f.Name, f.graph, more...)
		files = append(files, of...)
		if err != nil {
			return files, err
		}
	}
	return files, nil
}

// Figures returns the figures of a study for which the report has data. Points are measured,
// lines are fits or the manual's formula. Whiskers and bands are intervals of the report's
// confidence; those of R come from the spread of the results, those of coefficients from the
// bootstrap, and those of predictions from the covariance of the coefficients. The manual states none.
//
//   - depd-N: R against DEPD at each length N of the linear model
//   - slope: N·a(N) against N
//   - formula-linear, formula-bilinear: R against what the formulas give
//   - mixed-N: R of the pairs of the bilinear model at length N, with what both
//     models give
//   - play-coefficient, cube-coefficient: a2(N) and b(N) against 1/N
func (r *Report) Figures() []Figure {
	var all []Figure
	if r.Linear != nil {
		for i := range r.Linear.Lengths {
			all = append(all, r.depd(&r.Linear.Lengths[i]))
		}
		if len(r.Linear.Trends) > 0 {
			all = append(all, r.slope(), r.formula("linear", r.Linear))
		}
	}
	if r.Bilinear != nil {
		if len(r.Bilinear.Trends) > 0 {
			all = append(all, r.formula("bilinear", r.Bilinear))
		}
		for i := range r.Bilinear.Lengths {
			all = append(all, r.mixed(&r.Bilinear.Lengths[i]))
		}
		if len(r.Bilinear.Trends) > 0 {
			all = append(all, r.coefficient(0), r.coefficient(1))
		}
	}
	for i := range all {
		all[i].graph.Caption = r.Caption
	}
	return all
}

// rTitle is the title of the axis of R.
const rTitle = "rating difference R (FIBS points)"

// points returns the points that a figure shows.
func (r *Report) points(shown func(*Point) bool) []*Point {
	var all []*Point
	for i := range r.Points {
		if p := &r.Points[i]; shown(p) {
			all = append(all, p)
		}
	}
	return all
}

// interval returns the name of the interval for the legend.
func (r *Report) interval() string { return fmt.Sprintf("%.4g%% interval", 100*r.Confidence) }

// measured adds R of a point at x, with its interval, to a set.
func (r *Report) measured(set *chart.Set, x float64, p *Point) {
	predicted(set, x, p.R, r.quantile()*p.RErr)
}

// margin returns half the interval of a prediction: of a sum of coefficients with a covariance times
// factors; 0 if the covariance is unknown.
func (r *Report) margin(covariance [][]float64, factors []float64) float64 {
	variance := 0.0
	for i, row := range covariance {
		for j, c := range row {
			variance += factors[i] * c * factors[j]
		}
	}
	return r.quantile() * math.Sqrt(max(variance, 0))
}

// quantile returns the number of standard errors in half an interval.
func (r *Report) quantile() float64 { return distuv.UnitNormal.Quantile((1 + r.Confidence) / 2) }

// predicted adds a prediction at x, with half its interval, to a set.
func predicted(set *chart.Set, x, y, margin float64) {
	set.X, set.Y = append(set.X, x), append(set.Y, y)
	set.Lo, set.Hi = append(set.Lo, y-margin), append(set.Hi, y+margin)
}

// estimate adds a coefficient at x, times a factor, to a set.
func estimate(set *chart.Set, x, factor float64, e *Estimate) {
	set.X, set.Y = append(set.X, x), append(set.Y, factor*e.Value)
	set.Lo, set.Hi = append(set.Lo, factor*e.Low), append(set.Hi, factor*e.High)
}

// through is a line through the origin from x = from to x = to, with the interval of its slope.
func through(name string, from, to float64, slope *Estimate) chart.Set {
	s := chart.Set{Name: name, Line: true}
	for _, x := range slices.Compact([]float64{from, 0, to}) {
		estimate(&s, x, x, slope)
		if last := len(s.Lo) - 1; x < 0 {
			s.Lo[last], s.Hi[last] = s.Hi[last], s.Lo[last]
		}
	}
	return s
}

// straight is a line from x = from to x = to.
func straight(name string, from, to float64, y func(x float64) float64) chart.Set {
	return chart.Set{Name: name, Line: true, X: []float64{from, to}, Y: []float64{y(from), y(to)}}
}

// hasPoint reports whether a model is fitted to a point.
func hasPoint(residual *float64) bool { return residual != nil }

// predictors returns the differences of error rates that a model multiplies by
// its coefficients.
func predictors(m *Model, p *Point) []float64 {
	if len(m.Predictors) == 1 {
		return []float64{p.DEPD}
	}
	return []float64{p.EPM, p.EPC}
}

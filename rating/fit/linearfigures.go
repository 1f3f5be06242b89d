package fit

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gammonlab/internal/chart"
)

// Names of lines that are not those of a fit.
const (
	manualLine    = "manual" // beginning of the names of the manual's lines
	piecewiseLine = "from point to point"
	identityLine  = "R as the formula has it"
)

// depd shows R against DEPD at a length: the points, connected by a line, the fit and the
// manual's line.
func (r *Report) depd(l *LengthFit) Figure {
	points := r.points(func(p *Point) bool { return p.Length == l.Length && hasPoint(p.LinearResidual) })
	slices.SortFunc(points, func(a, b *Point) int { return cmp.Compare(a.DEPD, b.DEPD) })
	one := chart.Set{Name: "measured, with its " + r.interval()}
	both := chart.Set{Name: "measured, both players with noise"}
	piecewise := chart.Set{Name: piecewiseLine, Line: true}
	low, high := 0.0, 0.0
	for _, p := range points {
		set := &one
		if p.A != (Noise{}) {
			set = &both
		}
		r.measured(set, p.DEPD, p)
		if p.DEPD > 0 && len(piecewise.X) == 0 { // equal players have equal ratings
			piecewise.X, piecewise.Y = append(piecewise.X, 0), append(piecewise.Y, 0)
		}
		piecewise.X, piecewise.Y = append(piecewise.X, p.DEPD), append(piecewise.Y, p.R)
		low, high = min(low, p.DEPD), max(high, p.DEPD)
	}
	a := &l.Coefficients[0]
	sets := []chart.Set{one, both, through(fmt.Sprintf("fit: %.0f·DEPD", a.Value), low, high, a), piecewise}
	if a.Manual != nil {
		sets = append(sets, straight(fmt.Sprintf("%s: %.0f·DEPD", manualLine, *a.Manual), low, high, func(x float64) float64 { return *a.Manual * x }))
	}
	return Figure{fmt.Sprintf("depd-%d", l.Length), chart.Graph{
		Title:  "Matches to " + pointsText(l.Length),
		XLabel: "difference of errors per decision, DEPD (normalised equity)",
		YLabel: rTitle,
		Sets:   present(sets),
	}}
}

// pointsText formats the length of a match.
func pointsText(length int) string {
	if length == 1 {
		return "1 point"
	}
	return fmt.Sprintf("%d points", length)
}

// present returns the sets that have points.
func present(sets []chart.Set) []chart.Set {
	return slices.DeleteFunc(sets, func(s chart.Set) bool { return len(s.X) == 0 })
}

// slope shows N·a(N) against N, where a(N) = A + B/N is a line.
func (r *Report) slope() Figure {
	measured := chart.Set{Name: "measured, with its " + r.interval()}
	longest := 0.0
	for i := range r.Linear.Lengths {
		l := &r.Linear.Lengths[i]
		n := float64(l.Length)
		estimate(&measured, n, n, &l.Coefficients[0])
		longest = max(longest, n)
	}
	t := &r.Linear.Trends[0]
	sets := []chart.Set{measured}
	for i, line := range trendLines(t) {
		set := straight(line.name("·N"), 0, longest, func(n float64) float64 { return line.constant*n + line.inverse })
		if i == 0 && len(t.Curve) > 0 {
			set = withBand(set, timesN(t))
		}
		sets = append(sets, set)
	}
	if len(r.Linear.AsManual) > 0 {
		line := trendLines(&r.Linear.AsManual[0])[0]
		line.source = "fit in the manual's way"
		set := straight(line.name("·N"), 0, longest, func(n float64) float64 { return line.constant*n + line.inverse })
		if len(r.Linear.AsManual[0].Curve) > 0 {
			set = withBand(set, timesN(&r.Linear.AsManual[0]))
		}
		sets = append(sets, set)
	}
	return Figure{"slope", chart.Graph{
		Title:  "How the slope of R over DEPD depends on the length",
		XLabel: "length of the match, N (points)",
		YLabel: "N times the slope (FIBS points per unit of equity)",
		Sets:   sets,
	}}
}

// timesN returns N times a trend with its interval, from N = 0 on.
func timesN(t *Trend) chart.Set {
	var b chart.Set
	estimate(&b, 0, 1, &t.Inverse)
	for _, p := range t.Curve {
		n := float64(p.Length)
		b.X, b.Y = append(b.X, n), append(b.Y, n*p.Value)
		b.Lo, b.Hi = append(b.Lo, n*p.Low), append(b.Hi, n*p.High)
	}
	return b
}

// trendLine is constant + inverse/N.
type trendLine struct {
	source            string
	constant, inverse float64
}

// name returns the formula of the line, with a factor after the constant.
func (t trendLine) name(factor string) string {
	sign := "+"
	if t.inverse < 0 {
		sign = "−"
	}
	return fmt.Sprintf("%s: %.0f%s %s %.0f", t.source, t.constant, factor, sign, math.Abs(t.inverse))
}

// trendLines returns the line of the fit and, if there is one, that of the manual.
func trendLines(t *Trend) []trendLine {
	lines := []trendLine{{"fit", t.Constant.Value, t.Inverse.Value}}
	if t.Constant.Manual != nil && t.Inverse.Manual != nil {
		lines = append(lines, trendLine{manualLine, *t.Constant.Manual, *t.Inverse.Manual})
	}
	return lines
}

// formula shows R against the predictions of a model's trends, by length.
func (r *Report) formula(name string, m *Model) Figure {
	var sets []chart.Set
	var all []expected
	for i := range m.Lengths {
		length := m.Lengths[i].Length
		set := chart.Set{Name: fmt.Sprintf("N = %d", length)}
		for _, p := range r.points(func(p *Point) bool { return p.Length == length && r.isOf(m, p) }) {
			of := r.byTrends(m, p)
			r.measured(&set, of.value, p)
			all = append(all, of)
		}
		sets = append(sets, set)
	}
	sets = append([]chart.Set{r.identity(all, m.Covariance != nil)}, present(sets)...)
	return Figure{"formula-" + name, chart.Graph{
		Title:  fmt.Sprintf("The %s formula and what was measured, with its %s", name, r.interval()),
		XLabel: "R by " + formulaText(m) + " (FIBS points)",
		YLabel: "measured " + rTitle,
		Sets:   sets,
	}}
}

// isOf reports whether a point belongs to a model.
func (r *Report) isOf(m *Model, p *Point) bool {
	if m == r.Linear {
		return hasPoint(p.LinearResidual)
	}
	return hasPoint(p.BilinearResidual)
}

// expected is an R by a fit with half its interval.
type expected struct{ value, margin float64 }

// byTrends returns the R that the formula gives for a point, with the interval that the coefficients
// give it.
func (r *Report) byTrends(m *Model, p *Point) expected {
	value, factors := 0.0, []float64{}
	for i, x := range predictors(m, p) {
		t, n := &m.Trends[i], float64(p.Length)
		value += (t.Constant.Value + t.Inverse.Value/n) * x
		factors = append(factors, x, x/n)
	}
	return expected{value, r.margin(m.Covariance, factors)}
}

// identity is the line of equal values, from 0 to both sides over all predictions. Predictions of one value have
// different intervals, by length and by kinds of errors; the band is as wide as the widest one up to there.
func (r *Report) identity(all []expected, withBand bool) chart.Set {
	all = append(all, expected{})
	slices.SortFunc(all, func(a, b expected) int { return cmp.Compare(a.value, b.value) })
	zero := slices.Index(all, expected{})
	for i := zero + 1; i < len(all); i++ {
		all[i].margin = max(all[i].margin, all[i-1].margin)
	}
	for i := zero - 1; i >= 0; i-- {
		all[i].margin = max(all[i].margin, all[i+1].margin)
	}
	if !withBand {
		return straight(identityLine, all[0].value, all[len(all)-1].value, func(x float64) float64 { return x })
	}
	line := chart.Set{Name: identityLine + ", with its " + r.interval(), Line: true}
	for _, of := range all {
		predicted(&line, of.value, of.value, of.margin)
	}
	return line
}

// formulaText formats the formula.
func formulaText(m *Model) string {
	text := ""
	for i, t := range m.Trends {
		line := trendLines(&t)[0].name("")
		line = line[len("fit: "):] + "/N"
		if i > 0 {
			text += " + "
		}
		text += fmt.Sprintf("(%s)·%s", line, m.Predictors[i])
	}
	return text
}

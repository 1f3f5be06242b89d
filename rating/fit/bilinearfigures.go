package fit

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"gammonlab/internal/chart"
)

// aside is the distance of a prediction from the tick of its pair.
const aside = 0.22

// mixed shows R and the predictions of both models, for the pairs of the bilinear model
// at a length. Pairs are ordered by R.
func (r *Report) mixed(l *LengthFit) Figure {
	points := r.points(func(p *Point) bool { return p.Length == l.Length && hasPoint(p.BilinearResidual) })
	slices.SortStableFunc(points, func(a, b *Point) int { return cmp.Compare(a.R, b.R) })
	measured := chart.Set{Name: "measured, with its " + r.interval()}
	linear, bilinear := chart.Set{Name: "linear model, with its " + r.interval()}, chart.Set{Name: "bilinear model, with its " + r.interval()}
	lineOf := r.linearAt(l.Length)
	perfect := !slices.ContainsFunc(points, func(p *Point) bool { return p.A != (Noise{}) })
	var names []string
	for i, p := range points {
		x := float64(i)
		r.measured(&measured, x, p)
		predicted(&bilinear, x+aside, p.R-*p.BilinearResidual, r.margin(l.Covariance, []float64{p.EPM, p.EPC}))
		if lineOf != nil {
			predicted(&linear, x-aside, lineOf.value*p.DEPD, lineOf.margin*math.Abs(p.DEPD))
		}
		names = append(names, tickName(p, perfect))
	}
	label := "noise of the weaker player: in plays (above), in cube decisions (below)"
	if !perfect {
		label = "noise in plays and in cube decisions, of B (above) and of A (below)"
	}
	return Figure{fmt.Sprintf("mixed-%d", l.Length), chart.Graph{
		Title:  "Matches to " + pointsText(l.Length) + ": checker play and cube decisions of different quality",
		XLabel: label,
		YLabel: rTitle,
		Sets:   present([]chart.Set{measured, linear, bilinear}),
		Ticks:  thinned(names),
	}}
}

// linearAt returns the slope of the linear model at a length with half its interval: the coefficient fitted at
// that length or, if there is none, that of the trend; nil without either.
func (r *Report) linearAt(length int) *expected {
	if r.Linear == nil {
		return nil
	}
	for i := range r.Linear.Lengths {
		if l := &r.Linear.Lengths[i]; l.Length == length {
			return &expected{l.Coefficients[0].Value, r.margin(l.Covariance, []float64{1})}
		}
	}
	if len(r.Linear.Trends) == 0 {
		return nil
	}
	t, n := &r.Linear.Trends[0], float64(length)
	return &expected{t.Constant.Value + t.Inverse.Value/n, r.margin(r.Linear.Covariance, []float64{1, 1 / n})}
}

// tickName names a pair by its noise, with one line for each number.
func tickName(p *Point, perfect bool) string {
	short := func(n Noise) string {
		return strconv.FormatFloat(n.Checker, 'g', 3, 32) + "\n" + strconv.FormatFloat(n.Cube, 'g', 3, 32)
	}
	if perfect {
		return short(p.B)
	}
	return short(p.B) + "\n" + short(p.A)
}

// mostTicks is the maximal number of names on the axis.
const mostTicks = 18

// thinned replaces names that do not fit by empty names.
func thinned(names []string) []string {
	step := (len(names) + mostTicks - 1) / mostTicks
	for i := range names {
		if i%step > 0 {
			names[i] = ""
		}
	}
	return names
}

// coefficient shows the coefficient of EPM or of EPC against 1/N; the formula is a line
// in this figure.
func (r *Report) coefficient(i int) Figure {
	measured := chart.Set{Name: "measured, with its " + r.interval()}
	for j := range r.Bilinear.Lengths {
		l := &r.Bilinear.Lengths[j]
		estimate(&measured, 1/float64(l.Length), 1, &l.Coefficients[i])
	}
	t := &r.Bilinear.Trends[i]
	shortest := slices.Max(measured.X)
	sets := []chart.Set{measured}
	for k, line := range trendLines(t) {
		set := straight(line.name("")+"/N", 0, shortest, func(x float64) float64 { return line.constant + line.inverse*x })
		if k == 0 && len(t.Curve) > 0 {
			set = withBand(set, bandOf(t, shortest))
		}
		sets = append(sets, set)
	}
	names := []struct{ file, title, of, axis string }{
		{"play-coefficient", "The coefficient of errors in checker play", "EPM", "coefficient of EPM (FIBS points per unit of equity)"},
		{"cube-coefficient", "The coefficient of errors in cube decisions", "EPC", "coefficient of EPC (FIBS points per unit of equity)"},
	}[i]
	return Figure{names.file, chart.Graph{
		Title:  fmt.Sprintf("%s, %s", names.title, names.of),
		XLabel: "1/N, N being the length of the match in points",
		YLabel: names.axis,
		Sets:   sets,
	}}
}

// bandOf returns a trend with its interval, from 1/N = 0 to x.
func bandOf(t *Trend, x float64) chart.Set {
	var b chart.Set
	estimate(&b, 0, 1, &t.Constant)
	for _, p := range slices.Backward(t.Curve) {
		if at := 1 / float64(p.Length); at <= x {
			b.X, b.Y = append(b.X, at), append(b.Y, p.Value)
			b.Lo, b.Hi = append(b.Lo, p.Low), append(b.Hi, p.High)
		}
	}
	return b
}

// withBand sets the interval of a line to that of its trend.
func withBand(line, band chart.Set) chart.Set {
	band.Name, band.Line = line.Name, true
	return band
}

package report

import (
	"gammonlab/evalbench"
	"gammonlab/internal/chart"
	"gammonlab/internal/htmlpage"
)

// figures returns the charts of a match.
func figures(r *evalbench.Result, t *Trace) []htmlpage.Figure {
	list := []htmlpage.Figure{{Title: "How the score settled", Caption: courseCaption(r), Picture: courseChart(r, t)}}
	if r.LuckOff {
		list = append(list, htmlpage.Figure{Title: "Luck and result", Caption: luckCaption(r), Picture: luckChart(r, t)})
	}
	if chart := errorChart(r, t); len(chart.Series) > 0 {
		list = append(list, htmlpage.Figure{Title: "Errors by class of position", Caption: errorCaption, Picture: chart})
	}
	return list
}

// score converts a result of A to the unit of charts: points per game, or the share of
// matches won.
func score(r *evalbench.Result, x float64) float64 {
	if r.Rules.Length > 0 {
		return percent(x)
	}
	return x
}

func scoreName(r *evalbench.Result) string {
	if r.Rules.Length > 0 {
		return "Share of " + units(r) + " won by A, in percent"
	}
	return "Points of A per game"
}

func courseCaption(r *evalbench.Result) string {
	text := scoreName(r) + ", the mean so far, with its 95 % interval."
	if r.LuckOff {
		text += " The luck-adjusted interval is narrower."
	}
	return text
}

// settled returns the number of the first pair that the chart shows, out of the given
// number. Before this pair the interval is so wide that it would hide everything else.
func settled(items int) int {
	const part, least = 20, 10
	return max(min(max(items/part, least), items/2), 2)
}

// courseChart shows the course of the mean and its interval during the match.
func courseChart(r *evalbench.Result, t *Trace) chart.Curve {
	c := chart.Curve{
		XLabel: units(r), Series: []chart.Series{{Name: "as played"}},
		Marks: []chart.HorizontalMark{{Y: score(r, 0), Label: "equal"}},
	}
	if r.LuckOff {
		c.Series = append(c.Series, chart.Series{Name: "luck-adjusted"})
	}
	for _, m := range t.shown() {
		for i, s := range []evalbench.Summary{m.points, m.adjusted}[:len(c.Series)] {
			s.Center, s.Low, s.High = score(r, s.Center), score(r, s.Low), score(r, s.High)
			addPoint(&c.Series[i], float64(m.items*t.perItem), s)
		}
	}
	return c
}

// shown returns the moments that the chart shows, including the last one.
func (t *Trace) shown() []moment {
	last := t.now()
	var list []moment
	for _, m := range append(t.course.kept, last) {
		if m.items >= settled(last.items) && (len(list) == 0 || m.items > list[len(list)-1].items) {
			list = append(list, m)
		}
	}
	return list
}

func luckCaption(r *evalbench.Result) string {
	text := scoreName(r) + ", by how lucky A was: of all " + units(r) + " with about as much luck, with the 95 % interval. "
	if r.Rules.Length > 0 {
		return text + "It crosses 50 where luck compensates the difference in skill."
	}
	return text + "The line is the luck alone, added to the luck-adjusted result."
}

// luckChart shows the results by the amount of luck.
func luckChart(r *evalbench.Result, t *Trace) chart.Curve {
	if r.Rules.Length > 0 {
		c := chart.Curve{XLabel: "luck of A, percent of a win", Series: make([]chart.Series, 1)}
		c.Marks = []chart.HorizontalMark{{Y: 50, Label: "equal"}}
		for _, cell := range t.luck.shown() {
			addPoint(&c.Series[0], 50*cell.luck, cell.result.Map(percent, -1, 1))
		}
		return c
	}
	c := chart.Curve{XLabel: "luck of A, points", Series: []chart.Series{{Name: "results"}, {Name: "luck alone"}}}
	adjusted := r.Adjusted()
	for _, cell := range t.luck.shown() {
		addPoint(&c.Series[0], cell.luck, cell.result)
		line := &c.Series[1]
		line.X, line.Y = append(line.X, cell.luck), append(line.Y, cell.luck+adjusted.Center)
	}
	return c
}

// addPoint adds an estimate with its interval to a series.
func addPoint(dst *chart.Series, x float64, s evalbench.Summary) {
	dst.X, dst.Y = append(dst.X, x), append(dst.Y, s.Center)
	dst.Lo, dst.Hi = append(dst.Lo, s.Low), append(dst.Hi, s.High)
}

const errorCaption = "Mean cost of a decision by the judge, in thousandths of normalised equity (mEq), with its 95 % interval."

// errorChart shows the costs of decisions of the judged sides.
func errorChart(r *evalbench.Result, t *Trace) chart.Bars {
	b := chart.Bars{XLabel: "mEq per decision", Sections: make([]chart.Section, 1)}
	var judged []int
	for side, name := range []string{"A", "B"} {
		if r.Judged && !r.Errors[side].OfJudge() {
			judged, b.Series = append(judged, side), append(b.Series, name)
		}
	}
	for _, row := range t.errorRows() {
		bars := chart.Row{Name: row.name}
		for _, side := range judged {
			bars.Values = append(bars.Values, 1000*row.sides[side].mean())
			bars.Margins = append(bars.Margins, 1000*row.sides[side].margin())
		}
		b.Sections[0].Rows = append(b.Sections[0].Rows, bars)
	}
	return b
}

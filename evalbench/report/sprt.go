package report

import (
	"fmt"
	"io"

	"gammonlab/evalbench"
	"gammonlab/evalbench/tournament"
	"gammonlab/internal/chart"
	"gammonlab/internal/htmlpage"
	"gammonlab/internal/plaintext"
)

// TestTrace collects the course of a sequential test. Its size does not grow with the
// number of games.
type TestTrace struct {
	course thinned[tournament.Verdict]
	last   tournament.Verdict
}

// Add adds a pair; it serves as Each of a [tournament.Test].
func (t *TestTrace) Add(v *tournament.Verdict) {
	t.last = *v
	t.course.add(func() tournament.Verdict { return *v })
}

// shown returns the verdicts that the chart shows, including the last one.
func (t *TestTrace) shown() []tournament.Verdict {
	list := t.course.kept
	if n := len(list); n == 0 || list[n-1].Pairs < t.last.Pairs {
		list = append(list[:n:n], t.last)
	}
	return list
}

// Test writes the page of a sequential test. t must have collected the pairs of the test.
func Test(w io.Writer, test *tournament.Test, v *tournament.Verdict, t *TestTrace, s Settings) error {
	players := names(test.A.Called(), test.B.Called())
	d := htmlpage.Document{
		Title:    players[0] + " against " + players[1],
		Subtitle: fmt.Sprintf("sequential test, %s, %s, %s games in %s pairs", test.Variant, test.Rules, plaintext.Thousands(2*v.Pairs), plaintext.Thousands(v.Pairs)),
		Verdict:  testVerdict(test, v), Problems: sentences("Warning: ", v.Points.Warnings), Figures: testFigures(test, v, t),
		Tables: testTables(test, v), Settings: htmlpage.Settings(s),
	}
	return d.Write(w)
}

// testVerdict describes the result of a test.
func testVerdict(test *tournament.Test, v *tournament.Verdict) htmlpage.Verdict {
	players, h := names(test.A.Called(), test.B.Called()), test.Hypotheses()
	even := h.Unit.Even()
	headline, wrong := "The test has not decided which player is better.", ""
	switch {
	case v.Decision == evalbench.AcceptH1 && h.E1 > even:
		headline = fmt.Sprintf("%s is better than %s.", players[0], players[1])
	case v.Decision == evalbench.AcceptH1:
		headline = fmt.Sprintf("%s is not much worse than %s.", players[0], players[1])
	case v.Decision == evalbench.AcceptH0 && h.E0 < even:
		headline = fmt.Sprintf("%s is better than %s.", players[1], players[0])
	case v.Decision == evalbench.AcceptH0 && h.E0 > even:
		headline = fmt.Sprintf("%s is not much better than %s.", players[0], players[1])
	case v.Decision == evalbench.AcceptH0:
		headline = fmt.Sprintf("%s is not better than %s.", players[0], players[1])
	}
	switch v.Decision {
	case evalbench.AcceptH1:
		wrong = fmt.Sprintf(" A player who scores only %s passes %.3g %% of such tests.", h.Unit.Bound(h.E0), 100*h.Alpha)
	case evalbench.AcceptH0:
		wrong = fmt.Sprintf(" A player who scores %s fails %.3g %% of such tests.", h.Unit.Bound(h.E1), 100*h.Beta)
	}
	return htmlpage.Verdict{Headline: headline, Sentences: []string{
		"By the test: " + test.Record(v).Text() + "." + wrong,
		estimate(v, test.Rules) + " A test ends when the score is extreme, so this estimate is probably too extreme.",
	}}
}

// estimate returns a sentence about A's score: points per game, or the share of matches
// won.
func estimate(v *tournament.Verdict, rules evalbench.Rules) string {
	if rules.Length > 0 {
		return fmt.Sprintf("A has won %.2f %%, with 95 %% confidence between %.2f and %.2f %%.", 100*v.Share.Center, 100*v.Share.Low, 100*v.Share.High)
	}
	return fmt.Sprintf("Points a game of A: %+.4f, with 95 %% confidence between %+.4f and %+.4f.", v.Points.Center, v.Points.Low, v.Points.High)
}

func testFigures(test *tournament.Test, v *tournament.Verdict, t *TestTrace) []htmlpage.Figure {
	of := "Points of A per game"
	if test.Hypotheses().Unit == tournament.Share {
		of = "Share of games won by A, in percent"
	}
	return []htmlpage.Figure{
		{
			Title:   "How the test decided",
			Caption: "The logarithm of the likelihood ratio, in favour of H1. The test ends when it reaches a bound.",
			Picture: ratioChart(test, v, t),
		},
		{
			Title:   "How the score settled",
			Caption: of + ", the mean so far, with its 95 % interval, and the two hypotheses.",
			Picture: meanChart(test, v, t),
		},
	}
}

// ratioChart shows the likelihood ratio and its bounds.
func ratioChart(test *tournament.Test, v *tournament.Verdict, t *TestTrace) chart.Curve {
	h := test.Hypotheses()
	c := chart.Curve{XLabel: "games", Series: make([]chart.Series, 1), Marks: []chart.HorizontalMark{
		{Y: v.Upper, Label: "H1: " + h.Unit.Bound(h.E1)}, {Y: v.Lower, Label: "H0: " + h.Unit.Bound(h.E0)},
	}}
	s := &c.Series[0]
	for _, moment := range t.shown() {
		s.X, s.Y = append(s.X, float64(2*moment.Pairs)), append(s.Y, moment.LLR)
	}
	return c
}

// meanChart shows the mean in the unit of the test, and the hypotheses.
func meanChart(test *tournament.Test, v *tournament.Verdict, t *TestTrace) chart.Curve {
	scale, h := 1.0, test.Hypotheses()
	if h.Unit == tournament.Share {
		scale = 100
	}
	c := chart.Curve{XLabel: "games", Series: make([]chart.Series, 1), Marks: []chart.HorizontalMark{
		{Y: scale * h.E0}, {Y: scale * h.E1, Label: "H0 and H1"}, // the lines may be too close for two labels
	}}
	for _, moment := range t.shown() {
		if moment.Pairs < settled(v.Pairs) {
			continue
		}
		mean := moment.Points
		if h.Unit == tournament.Share {
			mean = moment.Share
		}
		addPoint(&c.Series[0], float64(2*moment.Pairs), mean.Times(scale))
	}
	return c
}

func testTables(test *tournament.Test, v *tournament.Verdict) []plaintext.Table {
	h := test.Hypotheses()
	bounds := plaintext.Table{Title: "Test", Head: []string{"", "H0", "H1"}, Rows: [][]string{
		{"A scores", h.Unit.Bound(h.E0) + " or less", h.Unit.Bound(h.E1) + " or more"},
		{"log likelihood ratio to accept", fmt.Sprintf("%+.3f", v.Lower), fmt.Sprintf("%+.3f", v.Upper)},
		{"accepted wrongly, %", fmt.Sprintf("%.3g", 100*h.Beta), fmt.Sprintf("%.3g", 100*h.Alpha)},
	}}
	if v.SD > 0 {
		row := []string{"expected games if exactly this is true"}
		for _, e := range []float64{h.E0, h.E1} {
			row = append(row, plaintext.Thousands(int(2*h.Expected(e, v.SD))))
		}
		bounds.Rows = append(bounds.Rows, row)
	}
	found := plaintext.Table{Title: "Found", Head: []string{"", "estimate", "95 % interval"}, Rows: [][]string{
		{"log likelihood ratio", fmt.Sprintf("%+.3f", v.LLR), ""},
		{"decision", v.Decision.String(), ""},
		summaryRow("won, %", "%.2f", v.Share.Times(100)),
	}}
	if test.Rules.Length == 0 {
		found.Rows = append(found.Rows, summaryRow("points a game, in thousandths (mEq)", "%+.1f", v.Points.Times(1000)))
	}
	found.Rows = append(found.Rows, ratingRows(v.Share, int(test.Rules.Length))...)
	found.Rows = append(found.Rows, []string{"likelihood that A is better", sureness(v.Superiority), ""},
		[]string{"standard deviation of a pair, in the unit of the bounds", plaintext.OrUnknown("%.3f", v.SD), ""})
	return []plaintext.Table{bounds, found}
}

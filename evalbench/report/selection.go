package report

import (
	"fmt"
	"io"

	"gammonlab/evalbench/tournament"
	"gammonlab/internal/chart"
	"gammonlab/internal/htmlpage"
	"gammonlab/internal/plaintext"
)

// Selection writes the page of a test for the best of several candidates. The traces must have
// collected the pairs of each candidate.
func Selection(w io.Writer, now *tournament.Standing, traces []TestTrace, s Settings) error {
	h, cells := now.Hypotheses(), now.Cells()
	d := htmlpage.Document{
		Title:    fmt.Sprintf("The best of %d candidates against %s", len(now.A), now.B.Called()),
		Subtitle: fmt.Sprintf("sequential test, %s, %s, %s games", now.Variant, now.Rules, plaintext.Thousands(now.Games())),
		Verdict: htmlpage.Verdict{Headline: plaintext.Capital(now.Sentence()) + ".", Sentences: []string{
			fmt.Sprintf("If no candidate scores more than %s, one is accepted in at most %.3g %% of such tests.", h.Unit.Bound(h.E0), 100*h.Alpha),
			"A test ends when the score is extreme, so the score of the best one is probably too high, and those of the others are too low.",
		}},
		Tables: []plaintext.Table{{Title: "Candidates", Left: []int{0, 4}, Head: cells[0], Rows: cells[1:]}}, Settings: htmlpage.Settings(s),
	}
	if now.Left > 0 {
		d.Verdict.Sentences[0] = fmt.Sprintf("A candidate that is better than all others by %s is dropped in at most %.3g %% of such tests.",
			h.Unit.Bound(h.E1-h.E0+h.Unit.Even()), 100*h.Beta)
		return d.Write(w)
	}
	d.Figures = []htmlpage.Figure{{
		Title: "How the test decided",
		Caption: "For each candidate, the logarithm of the likelihood ratio in favour of H1 after the candidate's own games. " +
			"The one with the highest ratio plays; one at the lower bound is dropped.",
		Picture: selectionChart(now, traces),
	}}
	return d.Write(w)
}

// selectionChart shows the likelihood ratios of the candidates, and the bounds.
func selectionChart(now *tournament.Standing, traces []TestTrace) chart.Curve {
	v, _ := now.Verdict(0)
	c := ratioChart(now.Test(0), v, &traces[0])
	c.Series[0].Name = now.A[0].Called()
	for i := range traces[1:] {
		own := ratioChart(now.Test(i+1), v, &traces[i+1]).Series[0]
		own.Name = now.A[i+1].Called()
		c.Series = append(c.Series, own)
	}
	return c
}

package report

import (
	"fmt"
	"io"

	"gammonlab/evalbench/tournament"
	"gammonlab/internal/chart"
	"gammonlab/internal/htmlpage"
	"gammonlab/internal/plaintext"
)

// Tournament writes the page of a table with at least two players; of are the settings of
// the ledger.
func Tournament(w io.Writer, t *tournament.Table, of tournament.Settings, s Settings) error {
	names := t.Names()
	games := 0
	for i := range t.Rows {
		games += t.Rows[i].Games
	}
	ratings, scores := t.Cells()
	d := htmlpage.Document{
		Title:    fmt.Sprintf("Tournament of %d players", len(t.Rows)),
		Subtitle: fmt.Sprintf("%s, %s, %s games", of.Variant, of.Rules, plaintext.Thousands(games/2)),
		Verdict:  tableVerdict(t, names),
		Figures: []htmlpage.Figure{{
			Title: "Ratings",
			Caption: "Points per game above the mean of the players, in thousandths (mEq), with the 95 % interval. " +
				"What one player is expected to score against another is the difference.",
			Picture: ratingChart(t, names),
		}},
		Problems: sentences("Warning: ", t.Warnings()), Tables: []plaintext.Table{
			{Title: "Ratings", Left: []int{1}, Head: ratings[0], Rows: ratings[1:]},
			{Title: "Scores of each player against each other, mEq", Left: []int{1}, Head: scores[0], Rows: scores[1:]},
		}, Settings: htmlpage.Settings(s),
	}
	if fit := t.FitText(); fit != "" {
		d.Sentences = append(d.Sentences, plaintext.Capital(fit)+".")
	}
	return d.Write(w)
}

// tableVerdict describes which player is the strongest.
func tableVerdict(t *tournament.Table, names []string) htmlpage.Verdict {
	first, gap := &t.Rows[0], t.Rows[0].Rating.Times(1000).Center-t.Rows[1].Rating.Times(1000).Center
	headline := "The results do not show which player is the strongest."
	switch {
	case first.Ahead >= ahead:
		headline = names[0] + " is the strongest."
	case first.Ahead >= likely:
		headline = names[0] + " is probably the strongest, but that is not certain."
	}
	return htmlpage.Verdict{Headline: headline, Sentences: []string{
		fmt.Sprintf("%s is rated %.1f mEq above %s; the likelihood that it is the better one of the two: %s.",
			names[0], gap, names[1], sureness(first.Ahead)),
	}}
}

// ratingChart shows the ratings with their intervals.
func ratingChart(t *tournament.Table, names []string) chart.Bars {
	const most = 100 // a chart with more players is not readable
	b := chart.Bars{XLabel: "mEq above the mean", Series: []string{""}, Sections: make([]chart.Section, 1)}
	for i := range t.Rows[:min(len(t.Rows), most)] {
		r := t.Rows[i].Rating.Times(1000)
		row := chart.Row{Name: plaintext.Cut(names[i], 26), Values: []float64{r.Center}}
		if r.Bounded() {
			row.Margins = []float64{r.Margin()}
		}
		b.Sections[0].Rows = append(b.Sections[0].Rows, row)
	}
	return b
}

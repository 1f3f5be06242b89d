package report

import (
	"fmt"
	"html/template"
	"io"
	"math"

	"gammonlab/evalbench/stats"
	"gammonlab/evalbench/tournament"
	"gammonlab/internal/chart"
	"gammonlab/internal/htmlpage"
	"gammonlab/internal/plaintext"
)

// Tournament writes the page of a table with at least two players; of are the settings of
// the ledger.
func Tournament(w io.Writer, t *tournament.Table, of tournament.Settings, s Settings) error {
	names := t.Names()
	bars, err := ratingChart(t, names).Element()
	if err != nil {
		return err
	}
	games := 0
	for i := range t.Rows {
		games += t.Rows[i].Games
	}
	p := page{
		Title:    fmt.Sprintf("Tournament of %d players", len(t.Rows)),
		Subtitle: fmt.Sprintf("%s, %s, %s games", of.Variant, of.Rules, plaintext.Thousands(games/2)),
		Verdict:  tableVerdict(t, names),
		Figures: []htmlpage.Figure{{
			Title: "Ratings",
			Caption: "Points per game above the mean of the players, in thousandths (mEq), with the 95 % interval. " +
				"What one player is expected to score against another is the difference.",
			Chart: template.HTML(bars),
		}},
		Tables: []htmlpage.Table{ratingTable(t, names), crossTable(t, names)}, Settings: s,
	}
	if t.Doubtful() {
		p.Warnings = append(p.Warnings, "one rating per player does not explain the results; intervals of ratings are too narrow, see the single results")
	}
	for _, player := range t.Unrated {
		p.Warnings = append(p.Warnings, "not rated, because no results connect it with the others: "+player.Name)
	}
	return p.write(w)
}

// tableVerdict describes which player is the strongest.
func tableVerdict(t *tournament.Table, names []string) verdict {
	first, gap := &t.Rows[0], times(1000, t.Rows[0].Rating).Center-times(1000, t.Rows[1].Rating).Center
	headline := "The results do not show which player is the strongest."
	switch {
	case first.Ahead >= ahead:
		headline = names[0] + " is the strongest."
	case first.Ahead >= likely:
		headline = names[0] + " is probably the strongest, but that is not certain."
	}
	return verdict{headline, []string{
		fmt.Sprintf("%s is rated %.1f mEq above %s; the likelihood that it is the better one of the two: %s.",
			names[0], gap, names[1], sureness(first.Ahead)),
	}}
}

// ratingChart shows the ratings with their intervals.
func ratingChart(t *tournament.Table, names []string) chart.Bars {
	const most = 100 // a chart with more players is not readable
	b := chart.Bars{XLabel: "mEq above the mean", Series: []string{""}, Sections: make([]chart.Section, 1)}
	for i := range t.Rows[:min(len(t.Rows), most)] {
		r := times(1000, t.Rows[i].Rating)
		row := chart.Row{Name: shortened(names[i]), Values: []float64{r.Center}}
		if m := r.Margin(); !math.IsInf(m, 0) && !math.IsNaN(m) {
			row.Margins = []float64{m}
		}
		b.Sections[0].Rows = append(b.Sections[0].Rows, row)
	}
	return b
}

// shortened cuts a name that is too long for a chart.
func shortened(name string) string {
	const most = 26
	if letters := []rune(name); len(letters) > most {
		return string(letters[:most-1]) + "…"
	}
	return name
}

func ratingTable(t *tournament.Table, names []string) htmlpage.Table {
	r := htmlpage.Table{Title: "Ratings", Head: []string{"", "mEq", "above the next", "games"}}
	for i := range t.Rows {
		row, above := &t.Rows[i], ""
		if i+1 < len(t.Rows) {
			above = sureness(row.Ahead)
		}
		r.Rows = append(r.Rows, []string{
			fmt.Sprintf("%d  %s", i+1, names[i]), margins(&row.Rating), above, plaintext.Thousands(row.Games),
		})
	}
	if t.Freedom > 0 {
		r.Rows = append(r.Rows, []string{fmt.Sprintf("fit: χ² %.1f, %d degrees of freedom", t.ChiSquare, t.Freedom),
			fmt.Sprintf("p %.3f", t.Fit), "", ""})
	}
	return r
}

func crossTable(t *tournament.Table, names []string) htmlpage.Table {
	c := htmlpage.Table{Title: "Scores of each player against each other, mEq", Head: []string{""}}
	for i := range t.Rows {
		c.Head = append(c.Head, fmt.Sprint(i+1))
		line := []string{fmt.Sprintf("%d  %s", i+1, names[i])}
		for _, score := range t.Rows[i].Against {
			cell := "·"
			if score.Games > 0 {
				cell = margins(&score.Points)
			}
			line = append(line, cell)
		}
		c.Rows = append(c.Rows, line)
	}
	return c
}

// margins formats points in mEq with half their interval.
func margins(s *stats.Summary) string {
	if math.IsInf(s.Margin(), 0) || math.IsNaN(s.Margin()) {
		return fmt.Sprintf("%+.1f", 1000*s.Center)
	}
	return fmt.Sprintf("%+.1f ±\u00a0%.1f", 1000*s.Center, 1000*s.Margin())
}

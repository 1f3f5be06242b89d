package report

import (
	"fmt"
	"math"

	"gammonlab/engine/analysis"
	"gammonlab/evalbench"
	"gammonlab/internal/plaintext"
)

// tables returns the figures of a match.
func tables(r *evalbench.Result, t *Trace) []plaintext.Table {
	list := []plaintext.Table{scoreTable(r), strengthTable(r)}
	if r.Judged {
		list = append(list, errorTable(r, t))
	}
	return list
}

func scoreTable(r *evalbench.Result) plaintext.Table {
	t := plaintext.Table{Title: "Score", Head: []string{"", "A", "B"}}
	share := func(label string, of func(*evalbench.Wins) int) {
		t.Rows = append(t.Rows, []string{label, counted(of(&r.A), r.Games), counted(of(&r.B), r.Games)})
	}
	share("won", func(w *evalbench.Wins) int { return w.Wins })
	if r.Rules.Length == 0 {
		share("with a gammon", func(w *evalbench.Wins) int { return w.Gammons })
		share("with a backgammon", func(w *evalbench.Wins) int { return w.Backgammons })
	}
	row := func(label, text string) { t.Rows = append(t.Rows, []string{label, text, ""}) }
	if r.Unfinished > 0 {
		row("stopped as too long", counted(r.Unfinished, r.Games))
	}
	row("rolls a "+unit(r), fmt.Sprintf("%.1f", r.PliesPerGame()))
	switch games := float64(max(r.Games, 1)); {
	case r.Rules.Cube:
		row("mean cube", fmt.Sprintf("%.2f", float64(r.Cubes)/games))
		row("games that end with a pass", counted(r.Drops, r.Games))
	case r.Rules.Length > 1:
		row("games a match", fmt.Sprintf("%.2f", float64(r.MatchGames)/games))
		row("games that end with a pass", counted(r.Drops, r.MatchGames))
	}
	return t
}

// counted formats a count and its share.
func counted(n, of int) string {
	return fmt.Sprintf("%s (%.1f %%)", plaintext.Thousands(n), 100*float64(n)/float64(max(of, 1)))
}

func strengthTable(r *evalbench.Result) plaintext.Table {
	t := plaintext.Table{Title: "Strength of A against B", Head: []string{"", "estimate", "95 % interval"}}
	row := func(label, format string, s evalbench.Summary) { t.Rows = append(t.Rows, summaryRow(label, format, s)) }
	share := r.WinShare()
	if r.Rules.Length == 0 {
		row("points a game, in thousandths (mEq)", "%+.1f", r.PPG().Times(1000))
		if r.LuckOff {
			row("the same, luck-adjusted", "%+.1f", r.Adjusted().Times(1000))
		}
		row("games won, %", "%.2f", share.Times(100))
	} else {
		row(units(r)+" won, %", "%.2f", share.Times(100))
		if r.LuckOff {
			row("the same, luck-adjusted", "%.2f", r.Adjusted().Map(percent, math.Inf(-1), math.Inf(1)))
		}
	}
	t.Rows = append(t.Rows, ratingRows(share, int(r.Rules.Length))...)
	single := func(label, text string) { t.Rows = append(t.Rows, []string{label, text, ""}) }
	single("likelihood that A is better", sureness(r.Superiority()))
	if r.LuckOff {
		single("the same, luck-adjusted", sureness(r.AdjustedSuperiority()))
		single("luck widens the variance", plaintext.OrUnknown("× %.1f", r.LuckFactor()))
	}
	if r.Paired {
		single("standard deviation of a pair", plaintext.OrUnknown("%.2f", r.SD()))
	}
	single("standard deviation of a "+unit(r), plaintext.OrUnknown("%.2f", r.GameSD()))
	return t
}

// ratingRows returns the share of wins as differences of ratings.
func ratingRows(share evalbench.Summary, length int) [][]string {
	rows := [][]string{summaryRow("Elo", "%+.1f", share.Map(evalbench.Elo, 0, 1))}
	if length > 0 {
		rows = append(rows, summaryRow("FIBS rating", "%+.1f", share.Map(func(p float64) float64 { return evalbench.FIBS(p, length) }, 0, 1)))
	}
	return rows
}

// summaryRow returns a row with an estimate and its interval.
func summaryRow(label, format string, s evalbench.Summary) []string {
	interval := "unknown"
	if s.Bounded() {
		interval = fmt.Sprintf(format+" to "+format, s.Low, s.High)
	}
	return []string{label, plaintext.OrUnknown(format, s.Center), interval}
}

func errorTable(r *evalbench.Result, t *Trace) plaintext.Table {
	e := plaintext.Table{Title: "Errors per decision, in thousandths (mEq)", Head: []string{"", "decisions of A", "mEq", "decisions of B", "mEq"}}
	add := func(row errorRow) {
		cells := []string{row.name}
		for i, side := range row.sides {
			cost := ""
			switch {
			case r.Errors[i].OfJudge():
				cost = analysis.NotJudged
			case side.n > 0:
				cost = fmt.Sprintf("%.2f ± %.2f", 1000*side.mean(), 1000*side.margin())
			}
			cells = append(cells, plaintext.Thousands(int(side.n)), cost)
		}
		e.Rows = append(e.Rows, cells)
	}
	for _, row := range t.errorRows() {
		add(row)
	}
	add(errorRow{"all plays", [2]*rate{&t.errors[0].plays, &t.errors[1].plays}})
	add(errorRow{"all decisions", [2]*rate{&t.errors[0].all, &t.errors[1].all}})
	return e
}

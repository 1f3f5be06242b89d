package main

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"gammonlab/evalbench/stats"
	"gammonlab/evalbench/tournament"
	"gammonlab/internal/plaintext"
)

// tableText shows a table to people: the ratings, and what each scored against
// each, both in thousandths of a point per game.
func tableText(t *tournament.Table) string {
	names := t.Names()
	ratings := [][]string{{"", "player", "rating, mEq", "above the next", "games"}}
	cross := [][]string{{"", "player"}}
	for i := range t.Rows {
		row := &t.Rows[i]
		rank, ahead := fmt.Sprint(i+1), ""
		if i+1 < len(t.Rows) {
			ahead = fmt.Sprintf("%.1f %%", 100*row.Ahead)
		}
		ratings = append(ratings, []string{rank, names[i], marginNumbers(&row.Rating), ahead, fmt.Sprint(row.Games)})
		cross[0] = append(cross[0], rank)
		line := []string{rank, names[i]}
		for j := range row.Against {
			line = append(line, againstText(&row.Against[j]))
		}
		cross = append(cross, line)
	}
	text := aligned(ratings) + "\n" + aligned(cross)
	if t.Freedom > 0 {
		text += fmt.Sprintf("\nfit of ratings to results: χ² %.1f, %d degrees of freedom, p %.3f\n", t.ChiSquare, t.Freedom, t.Fit)
		if t.Doubtful() {
			text += "warning: strength is no single line here; intervals of ratings are too narrow, see the single results\n"
		}
	}
	for _, p := range t.Unrated {
		text += fmt.Sprintf("not rated, no results link it with the others: %s\n", plaintext.VisibleLine(p.Name))
	}
	return text
}

// marginNumbers writes points in thousandths with their interval, without the
// unit.
func marginNumbers(s *stats.Summary) string { return strings.TrimSuffix(marginText(s), " mEq") }

func againstText(s *tournament.Score) string {
	if s.Games == 0 {
		return "·"
	}
	return marginNumbers(&s.Points)
}

// aligned writes rows of cells in columns, the second flush left and the others
// flush right.
func aligned(rows [][]string) string {
	width := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			cell = plaintext.VisibleLine(cell) // names may be from a file
			row[i] = cell
			width[i] = max(width[i], utf8.RuneCountInString(cell))
		}
	}
	var b strings.Builder
	for _, row := range rows {
		line := ""
		for i, cell := range row {
			gap := strings.Repeat(" ", width[i]-utf8.RuneCountInString(cell))
			if i == 1 {
				line += cell + gap
			} else {
				line += gap + cell
			}
			line += "  "
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}

// tableRecord is a table in JSON.
type tableRecord struct {
	tournament.SettingsRecord
	Players  []ratingRecord  `json:"players"` // best first
	Unrated  []string        `json:"unrated,omitempty"`
	Pairings []pairingRecord `json:"pairings"`

	ChiSquare float64 `json:"chi_square"`
	Freedom   int     `json:"degrees_of_freedom"`
	Fit       float64 `json:"fit_probability"`
}

// ratingRecord has ratings in points per game.
type ratingRecord struct {
	Player string  `json:"player"`
	Digest string  `json:"digest,omitempty"`
	Games  int     `json:"games"`
	Rating float64 `json:"rating"`
	Low    float64 `json:"rating_low"`
	High   float64 `json:"rating_high"`

	// Ahead is the likelihood to be stronger than the next player; 1 in the last.
	Ahead float64 `json:"superiority_to_next"`
}

// pairingRecord has two players, as numbers in the list of players from 0.
type pairingRecord struct {
	A        int      `json:"a"`
	B        int      `json:"b"`
	Games    int      `json:"games"`
	PPG      *float64 `json:"ppg"` // of a
	PPGLow   *float64 `json:"ppg_low"`
	PPGHigh  *float64 `json:"ppg_high"`
	WinShare float64  `json:"win_share"`
}

func tableJSON(t *tournament.Table, l *tournament.Ledger) *tableRecord {
	settings := l.Settings()
	r := &tableRecord{SettingsRecord: settings.Record(), ChiSquare: t.ChiSquare, Freedom: t.Freedom, Fit: t.Fit, Pairings: []pairingRecord{}}
	for i := range t.Rows {
		row := &t.Rows[i]
		r.Players = append(r.Players, ratingRecord{
			Player: row.Player.Name, Digest: row.Player.Digest, Games: row.Games,
			Rating: row.Rating.Center, Low: row.Rating.Low, High: row.Rating.High,
			Ahead: row.Ahead,
		})
		for j := i + 1; j < len(t.Rows); j++ {
			if s := &row.Against[j]; s.Games > 0 {
				r.Pairings = append(r.Pairings, pairingRecord{
					A: i, B: j, Games: s.Games, PPG: stats.Known(s.Points.Center),
					PPGLow: stats.Known(s.Points.Low), PPGHigh: stats.Known(s.Points.High), WinShare: s.Wins,
				})
			}
		}
	}
	for _, p := range t.Unrated {
		r.Unrated = append(r.Unrated, p.Name)
	}
	return r
}

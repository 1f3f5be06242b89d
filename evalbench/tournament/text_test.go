package tournament_test

import (
	"strings"
	"testing"

	"gammonlab/evalbench"
	"gammonlab/evalbench/tournament"
)

// TestTableText prints two versions of a net, and a player without a link to
// the others.
func TestTableText(t *testing.T) {
	player := func(name, digest string) tournament.Player { return tournament.Player{Name: name, Digest: digest} }
	score := tournament.Score{Games: 200, Points: evalbench.Summary{Center: 0.25, Low: 0.2, High: 0.3}, Wins: 0.6}
	back := tournament.Score{Games: 200, Points: evalbench.Summary{Center: -0.25, Low: -0.3, High: -0.2}, Wins: 0.4}
	table := &tournament.Table{
		Rows: []tournament.Row{
			{Player: player("net:a", "0123456789"), Games: 200, Rating: evalbench.Summary{Center: 0.125, Low: 0.1, High: 0.15}, Ahead: 0.98,
				Against: []tournament.Score{{}, score}},
			{Player: player("net:a", "ff23456789"), Games: 200, Rating: evalbench.Summary{Center: -0.125, Low: -0.15, High: -0.1}, Ahead: 1,
				Against: []tournament.Score{back, {}}},
		},
		Unrated:   []tournament.Player{player("pubeval", "")},
		ChiSquare: 12, Freedom: 1, Fit: 0.0005,
	}
	want := `   player              rating, mEq  above the next  games
1  net:a (01234567)  +125.0 ± 25.0          98.0 %    200
2  net:a (ff234567)  -125.0 ± 25.0                    200

   player                        1              2
1  net:a (01234567)              ·  +250.0 ± 50.0
2  net:a (ff234567)  -250.0 ± 50.0              ·

fit of ratings to results: χ² 12.0, 1 degrees of freedom, p 0.001
warning: one rating per player does not explain the results; intervals of ratings are too narrow, see the single results
warning: not rated, because no results connect it with the others: pubeval
`
	if got := table.Text(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Names, which may be from a file, cannot move the cursor of a terminal.
func TestTableTextOfHostileName(t *testing.T) {
	table := &tournament.Table{Rows: []tournament.Row{{Player: tournament.Player{Name: "\x1b[2J\u202e"}, Against: []tournament.Score{{}}}}}
	if text := table.Text(); !strings.Contains(text, `\x1b[2J\u202e`) {
		t.Errorf("got %q", text)
	}
}

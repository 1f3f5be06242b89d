package play

import (
	"context"
	"fmt"
	"net/url"
	"strconv"

	"gammonlab/desk/pages/games"
	"gammonlab/engine/analysis"
	"gammonlab/internal/plaintext"
)

// summarise adds the summary of a match that is over.
func (t *tablePage) summarise(ctx context.Context, g *games.Game) (err error) {
	if t.Over {
		t.Summary, err = g.Summary(ctx)
	}
	return err
}

// SummaryTables returns the table of the summary.
func (t *tablePage) SummaryTables() []plaintext.Table {
	s := t.Summary
	result := plaintext.Table{Title: "You lost the match", Head: []string{"figure", "you", "net"}}
	switch {
	case t.Clock.Lost():
		result.Title += " on time"
	case s.Score[0] > s.Score[1]:
		result.Title = "You won the match"
	}
	row := func(name string, value func(i int) string) {
		result.Rows = append(result.Rows, []string{name, value(0), value(1)})
	}
	row("points", func(i int) string { return strconv.Itoa(s.Score[i]) })
	row("games won", func(i int) string { return strconv.Itoa(s.Won[i]) })
	row("performance rating (PR) of XG", func(i int) string {
		if s.Statistics[i].Judge {
			return "not judged: it is the judge"
		}
		return number(s.Statistics[i].Overall.PR, "%.1f")
	})
	row("rating by errors (FIBS)", func(i int) string {
		if of := s.Statistics[i].Overall.StudyFIBS; of != nil {
			return number(of.Rating, "%.0f")
		}
		return analysis.NoRating
	})
	row("luck, normalised equity", func(i int) string { return plaintext.Signed(float32(s.Statistics[i].Luck.Total.Equity), 2) })
	return []plaintext.Table{result}
}

// number formats a number that may be missing.
func number(x *float64, format string) string {
	if x == nil {
		return analysis.NoRating
	}
	return fmt.Sprintf(format, *x)
}

// costly is one of the user's costliest decisions.
type costly struct{ URL, Text string }

// Worst returns the user's costliest decisions.
func (t *tablePage) Worst() []costly {
	var all []costly
	for _, d := range t.Summary.Worst {
		rolled := ""
		if d.Match.Dice.Valid() {
			rolled = d.Match.Dice.String() + ": "
		}
		all = append(all, costly{
			"/analyse?" + url.Values{"xgid": {d.XGID}, "model": {t.Settings.Model}}.Encode(),
			fmt.Sprintf("Game %d, move %d, %s%s instead of %s costs %s.", d.Game, d.Move, rolled, d.Made, d.Best, plaintext.Fixed(float32(d.Error.Equity), 3)),
		})
	}
	return all
}

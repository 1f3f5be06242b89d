package bench

import (
	"fmt"
	"strings"

	"gammonlab/evalbench/tournament"
	"gammonlab/internal/chart"
	"gammonlab/internal/htmlpage"
	"gammonlab/internal/plaintext"
	"gammonlab/internal/result"
)

// Title names the result by its players, or by its file.
func (s *Standing) Title() string {
	switch {
	case s.Table != nil && len(s.Table.Players) > 2:
		return fmt.Sprintf("Tournament of %d players", len(s.Table.Players))
	case len(s.Pairings) == 1:
		return s.Pairings[0].A + " against " + s.Pairings[0].B
	}
	return s.Name
}

// Path returns the address of the page of the result.
func (s *Standing) Path() string { return path + "/" + s.ID }

// Games returns the number of games of all pairings.
func (s *Standing) Games() int {
	n := 0
	for i := range s.Pairings {
		n += s.Pairings[i].Games
	}
	return n
}

// Brief returns the score of a match or a test, or the best player of a tournament.
func (s *Standing) Brief() string {
	switch {
	case s.Table != nil && len(s.Table.Players) > 0:
		best := &s.Table.Players[0]
		return fmt.Sprintf("best: %s, %s", best.Player, ratingText(best))
	case len(s.Pairings) == 1 && s.Pairings[0].Adjusted != nil:
		return s.Pairings[0].Adjusted.Text() + ", luck-adjusted"
	case len(s.Pairings) == 1:
		return s.Pairings[0].Raw.Text()
	}
	return ""
}

// ratingText formats a rating with half its interval.
func ratingText(r *tournament.RatingRecord) string {
	return minus(result.Points.Signed(r.Rating, (r.High-r.Low)/2))
}

// Ratings returns the ratings of a tournament as a table, nil for other results.
func (s *Standing) Ratings() *plaintext.Table {
	if s.Table == nil {
		return nil
	}
	t := &plaintext.Table{Title: "Ratings, above the mean of the players", Head: []string{"player", "rating", "above the next", "games"}}
	for i := range s.Table.Players {
		p := &s.Table.Players[i]
		ahead := ""
		if i+1 < len(s.Table.Players) {
			ahead = fmt.Sprintf("%.1f %%", 100*p.Ahead)
		}
		t.Add(p.Player, ratingText(p), ahead, plaintext.Thousands(int64(p.Games)))
	}
	return t
}

// Notes returns what qualifies the ratings.
func (s *Standing) Notes() []string {
	if s.Table == nil {
		return nil
	}
	var all []string
	if of := (tournament.Table{ChiSquare: s.Table.ChiSquare, Freedom: s.Table.Freedom, Fit: s.Table.Fit}); of.Freedom > 0 {
		for _, text := range append([]string{of.FitText()}, of.Warnings()...) {
			all = append(all, plaintext.Capital(text)+".")
		}
	}
	if len(s.Table.Unrated) > 0 {
		all = append(all, "Not rated, because no results connect them with the others: "+strings.Join(s.Table.Unrated, ", ")+".")
	}
	return all
}

// classNames are the names of the classes of pairs.
var classNames = []string{"both lost", "more lost", "even", "more won", "both won"}

// PairTable returns the numbers of pairs of each class, nil if they are unknown.
func (s *Standing) PairTable() *plaintext.Table {
	t := &plaintext.Table{Title: "Pairs with the same dice, for the first player", Head: append([]string{"players"}, classNames...)}
	for i := range s.Pairings {
		p := &s.Pairings[i]
		total := 0
		for _, n := range p.Pairs {
			total += n
		}
		row := []string{p.A + " against " + p.B}
		for _, n := range p.Pairs {
			row = append(row, fmt.Sprintf("%s (%.1f %%)", plaintext.Thousands(int64(n)), 100*float64(n)/float64(total)))
		}
		if total > 0 {
			t.Rows = append(t.Rows, row)
		}
	}
	if t.Rows == nil {
		return nil
	}
	return t
}

// Charts returns the charts of the result: the likelihood ratio of a test and the score, game by
// game, or the ratings of a tournament.
func (s *Standing) Charts() []htmlpage.Figure {
	var all []htmlpage.Figure
	if s.Test != nil && len(s.course) > 1 {
		all = append(all, s.ratioChart())
	}
	if len(s.course) > 1 {
		all = append(all, s.scoreChart())
	}
	if s.Table != nil && len(s.Table.Players) > 1 {
		all = append(all, s.ratingChart())
	}
	return all
}

// ratioChart draws the log-likelihood ratio with its bounds.
func (s *Standing) ratioChart() htmlpage.Figure {
	line := chart.Series{Name: "log-likelihood ratio"}
	for _, m := range s.course {
		line.X, line.Y = append(line.X, float64(m.Games)), append(line.Y, m.LLR)
	}
	return htmlpage.Figure{Title: "Course of the test", Caption: "log-likelihood ratio; the test decides when it reaches a bound", Picture: chart.Curve{
		XLabel: "games", Series: []chart.Series{line}, Marks: []chart.HorizontalMark{{Y: s.Test.Lower, Label: "H0"}, {Y: s.Test.Upper, Label: "H1"}},
	}}
}

// scoreChart draws the score with its interval.
func (s *Standing) scoreChart() htmlpage.Figure {
	matches := s.Pairings[0].Raw.Unit == "win_share"
	even, factor, unit := 0.0, result.Points.Factor(), result.Points.String()+" per game"
	if matches {
		even, factor, unit = 0.5*result.Share.Factor(), result.Share.Factor(), result.Share.String()+" of matches won"
	}
	line := chart.Series{Name: s.Pairings[0].A}
	for _, m := range s.course {
		score := newScore(m.Points, matches)
		if score.Value == nil || score.Low == nil || score.High == nil {
			continue
		}
		line.X, line.Y = append(line.X, float64(m.Games)), append(line.Y, factor**score.Value)
		line.Lo, line.Hi = append(line.Lo, factor**score.Low), append(line.Hi, factor**score.High)
	}
	return htmlpage.Figure{Title: "Score so far", Caption: unit + ", with 95 % interval, without adjustment for luck", Picture: chart.Curve{
		XLabel: "games", Series: []chart.Series{line}, Marks: []chart.HorizontalMark{{Y: even, Label: "equally strong"}},
	}}
}

// ratingChart draws the ratings of the best players.
func (s *Standing) ratingChart() htmlpage.Figure {
	const most, unit = 60, result.Points
	var section chart.Section
	for i := range s.Table.Players[:min(len(s.Table.Players), most)] {
		p := &s.Table.Players[i]
		section.Rows = append(section.Rows, chart.Row{Name: p.Player, Values: []float64{unit.Factor() * p.Rating}, Margins: []float64{unit.Factor() * (p.High - p.Low) / 2}})
	}
	return htmlpage.Figure{Title: "Ratings", Caption: "mEq per game above the mean of the players, with 95 % intervals", Picture: chart.Bars{
		XLabel: unit.String(), Series: []string{"rating"}, Sections: []chart.Section{section},
	}}
}

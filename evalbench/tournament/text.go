package tournament

import (
	"fmt"
	"math"
	"strings"

	"gammonlab/evalbench"
	"gammonlab/internal/plaintext"
	"gammonlab/internal/result"
)

// notedPairs is the number of pairs between notes.
const notedPairs = 250

// Note returns the verdict so far as a short text for displays of progress; "" between the
// pairs after which they show a new one.
func (v *Verdict) Note() string {
	if v.Pairs%notedPairs != 0 {
		return ""
	}
	return fmt.Sprintf("a %s, LLR %.2f (%.2f to %.2f)", result.Points.Signed(v.Points.Center, v.Points.Margin()), v.LLR, v.Lower, v.Upper)
}

// Text returns the result of the test as a block of lines.
func (t *Test) Text(v *Verdict) string {
	var b strings.Builder
	fmt.Fprintf(&b, "A  %s   vs   B  %s     %d games in %s\n", t.A.Called(), t.B.Called(), 2*v.Pairs, plaintext.Counted(v.Pairs, "pair", "pairs"))
	fmt.Fprintf(&b, "%s\n", t.Record(v).Text())
	fmt.Fprintf(&b, "LLR %+.3f, bounds %+.3f and %+.3f   alpha %g, beta %g%s\n",
		v.LLR, v.Lower, v.Upper, t.Alpha, t.Beta, t.expectedText(v))
	elo, eloText := v.Share.Map(evalbench.Elo, 0, 1), "unknown"
	if !math.IsInf(v.Share.Margin(), 0) {
		eloText = fmt.Sprintf("%+.1f (%+.1f to %+.1f)", elo.Center, elo.Low, elo.High)
	}
	fmt.Fprintf(&b, "ppg  %s mEq   Elo %s   A better: %s\n",
		marginText(&v.Points), eloText, plaintext.OrUnknown("%.1f %%", 100*v.Superiority))
	for _, w := range v.Points.Warnings {
		fmt.Fprintf(&b, "warning: %s\n", w)
	}
	return b.String()
}

// expectedText returns the expected length of the test, for the observed standard
// deviation.
func (t *Test) expectedText(v *Verdict) string {
	if !(v.SD > 0) {
		return ""
	}
	h := t.Hypotheses()
	pairs := max(h.Expected(h.E0, v.SD), h.Expected(h.E1, v.SD))
	return fmt.Sprintf("   about %.0f games expected at either bound", 2*pairs)
}

// marginText formats points per game in mEq with their interval.
func marginText(s *evalbench.Summary) string {
	if math.IsInf(s.Margin(), 0) {
		return fmt.Sprintf("%+.1f", 1000*s.Center)
	}
	return fmt.Sprintf("%+.1f ± %.1f", 1000*s.Center, 1000*s.Margin())
}

// Cells returns tables of the ratings and of the scores of all players against each other,
// in thousandths of a point per game. The first rows have the headings.
func (t *Table) Cells() (ratings, scores [][]string) {
	names := t.Names()
	ratings = [][]string{{"", "player", "rating, mEq", "above the next", "games"}}
	scores = [][]string{{"", "player"}}
	for i := range t.Rows {
		row := &t.Rows[i]
		rank, ahead := fmt.Sprint(i+1), ""
		if i+1 < len(t.Rows) {
			ahead = fmt.Sprintf("%.1f %%", 100*row.Ahead)
		}
		ratings = append(ratings, []string{rank, names[i], marginText(&row.Rating), ahead, fmt.Sprint(row.Games)})
		scores[0] = append(scores[0], rank)
		line := []string{rank, names[i]}
		for j := range row.Against {
			line = append(line, row.Against[j].text())
		}
		scores = append(scores, line)
	}
	return ratings, scores
}

// FitText describes how well the ratings explain the results, "" if there are too few.
func (t *Table) FitText() string {
	if t.Freedom == 0 {
		return ""
	}
	return fmt.Sprintf("fit of ratings to results: χ² %.1f, %d degrees of freedom, p %.3f", t.ChiSquare, t.Freedom, t.Fit)
}

// Warnings returns what makes the ratings doubtful or leaves players without one.
func (t *Table) Warnings() []string {
	var all []string
	if t.Doubtful() {
		all = append(all, "one rating per player does not explain the results; intervals of ratings are too narrow, see the single results")
	}
	for _, p := range t.Unrated {
		all = append(all, "not rated, because no results connect it with the others: "+p.Called())
	}
	return all
}

// Text returns the tables, the fit and the warnings.
func (t *Table) Text() string {
	ratings, scores := t.Cells()
	left := plaintext.Table{Left: []int{1}, Rows: ratings}
	text := left.Text() + "\n"
	left.Rows = scores
	text += left.Text()
	if fit := t.FitText(); fit != "" {
		text += "\n" + fit + "\n"
	}
	for _, w := range t.Warnings() {
		text += "warning: " + plaintext.VisibleLine(w) + "\n"
	}
	return text
}

// text formats the points, without a unit.
func (s *Score) text() string {
	if s.Games == 0 {
		return "·"
	}
	return marginText(&s.Points)
}

package profile

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"gammonlab/engine/analysis"
	"gammonlab/evalbench"
)

// Trend is the change of a player's error per decision from match to match.
type Trend struct {
	// ByDate is true if matches are in the order of their dates, which requires that all
	// matches have a date; otherwise they are in the order of the files.
	ByDate bool `json:"by_date"`

	Matches []TrendMatch `json:"matches"`
	Block   int          `json:"block"` // matches per mean; the last mean may have fewer
	Means   []TrendMean  `json:"means"`
	Slope   Estimate     `json:"slope"` // change per match, in mEMG per decision

	first, last string // dates of the first and the last match
}

// TrendMatch is the error in a match.
type TrendMatch struct {
	File      string  `json:"file"`
	Date      string  `json:"date,omitempty"`
	Decisions int     `json:"decisions"`
	Rate      float64 `json:"rate"` // mEMG per decision
}

// TrendMean is the mean of some matches.
type TrendMean struct {
	First   int      `json:"first"` // number of the first match, from 1
	Last    int      `json:"last"`
	Rate    Estimate `json:"rate"`
	Counted int      `json:"decisions"`
}

// fewestInBlock is the smallest default number of matches per mean.
const fewestInBlock = 5

// played is a match with the player's seat.
type played struct {
	*match
	lost float64
	n    int
}

// newTrend returns the trend over matches with decisions of the player, nil for fewer
// than two.
func newTrend(matches []*match, seats []*seat, block int) *Trend {
	var all []played
	for i, m := range matches {
		if lost, n := analysis.GnubgRate.Parts(seats[i].tally); n > 0 {
			all = append(all, played{m, lost, n})
		}
	}
	if len(all) < 2 {
		return nil
	}
	t := &Trend{Block: block}
	if block == 0 {
		t.Block = max(fewestInBlock, (len(all)+9)/10)
	}
	t.sort(all)
	var x, y, w []float64
	for i, m := range all {
		rate := mEMG * m.lost / float64(m.n)
		t.Matches = append(t.Matches, TrendMatch{m.file, m.date, m.n, rate})
		x, y, w = append(x, float64(i)), append(y, rate), append(w, float64(m.n))
	}
	t.Slope = Estimate{evalbench.Slope(x, y, w)}
	for i := 0; i < len(all); i += t.Block {
		t.Means = append(t.Means, newTrendMean(all, i, min(i+t.Block, len(all))))
	}
	return t
}

// sort puts matches in the order of their dates if all have one.
func (t *Trend) sort(all []played) {
	t.ByDate = !slices.ContainsFunc(all, func(m played) bool {
		_, err := time.Parse(time.DateOnly, m.date)
		return err != nil
	})
	if t.ByDate {
		slices.SortStableFunc(all, func(a, b played) int { return cmp.Compare(a.date, b.date) })
		t.first, t.last = all[0].date, all[len(all)-1].date
	}
}

// newTrendMean returns the mean of the matches from i to below end.
func newTrendMean(all []played, i, end int) TrendMean {
	var r evalbench.Ratio
	for _, m := range all[i:end] {
		r.Add(m.lost, float64(m.n))
	}
	return TrendMean{i + 1, end, Estimate{r.Summary().Times(mEMG)}, int(r.Items())}
}

// Sentence returns a sentence about the change of the error.
func (t *Trend) Sentence() string {
	order := "in the order of the files"
	if t.ByDate {
		order = fmt.Sprintf("from %s to %s", t.first, t.last)
	}
	n := len(t.Matches)
	if !t.Slope.Bounded() {
		return fmt.Sprintf("%d matches are too few for a trend.", n)
	}
	change := fmt.Sprintf("by %.2f ± %.2f mEMG a match", math.Abs(t.Slope.Center), t.Slope.Margin())
	switch {
	case t.Slope.Low > 0:
		return fmt.Sprintf("Over %d matches, %s, the error per decision rises %s: the slope differs from 0.", n, order, change)
	case t.Slope.High < 0:
		return fmt.Sprintf("Over %d matches, %s, the error per decision falls %s: the slope differs from 0.", n, order, change)
	}
	return fmt.Sprintf("Over %d matches, %s, no trend is visible: the slope, %+.2f ± %.2f mEMG a match, does not differ from 0.",
		n, order, t.Slope.Center, t.Slope.Margin())
}

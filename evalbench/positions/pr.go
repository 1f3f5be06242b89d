package positions

import (
	"gammonlab/engine/analysis"
	"gammonlab/evalbench"
)

// CountsForXG reports whether eXtreme Gammon would count the answer for its performance rating
// (PR): the decision is of a record, and it is a roll whose listed plays differ, a double that is not
// obvious or that the player or the record made, or the answer to a double of the record. See
// [analysis.Decision.CountsForXG].
func (j *Judged) CountsForXG() bool {
	d := j.Decision
	switch {
	case d.Level == "":
		return false
	case j.Kind == Play:
		return analysis.SpreadCountsForXG(d.Moves[0].Equity - d.worst().Equity)
	case j.Kind == Double:
		return analysis.DoubleCountsForXG(d.alternatives(), d.Doubled || j.Yes)
	}
	return d.Doubled
}

// PR returns the performance rating of the answers: 500 times the mean cost of those that count,
// which are taken as independent. N is 0 if none counts.
func PR(judged []Judged) evalbench.Summary {
	var sample evalbench.Sample
	for i := range judged {
		if judged[i].CountsForXG() {
			sample.Add(analysis.XGRate.Scale() * judged[i].Loss)
		}
	}
	return sample.Summary()
}

// PRDifference returns b's PR less a's, over their common questions that count for one of them.
func PRDifference(a, b []Judged) evalbench.Summary {
	return paired(a, b, func(a, b *Judged) (float64, bool) {
		return analysis.XGRate.Scale() * (b.Loss - a.Loss), a.CountsForXG() || b.CountsForXG()
	})
}

package values

import (
	"gammonlab/datasets"
	"gammonlab/engine"
	"gammonlab/evalbench/stats"
)

// Bin are the positions to which an evaluator gives about the same chance to win.
type Bin struct {
	Predicted float64       // its mean
	Miss      stats.Summary // by how much the labels' chance is larger than the one said
}

// Calibrate returns bins of so many equal parts of the range from 0 to 1 that are
// not empty: an evaluator is calibrated if the labels' mean chance to win is in
// each the one that it says.
func Calibrate(rows []datasets.Row, answers []engine.Probabilities, parts int) []Bin {
	said, miss := make([]stats.Sample, parts), make([]stats.Sample, parts)
	for i := range rows {
		p := float64(answers[i][engine.Win])
		bin := max(min(int(p*float64(parts)), parts-1), 0)
		said[bin].Add(p)
		miss[bin].Add(float64(rows[i].Probabilities[engine.Win]) - p)
	}
	var bins []Bin
	for i := range said {
		if said[i].N() > 0 {
			bins = append(bins, Bin{said[i].Mean(), miss[i].Summary()})
		}
	}
	return bins
}

//go:build !site

package evalbench

import (
	"gammonlab/datasets"
	"gammonlab/engine"
)

// CalibrationBin has the positions with about the same predicted winning chance.
type CalibrationBin struct {
	Predicted float64 `json:"predicted"`             // mean winning chance by the evaluator
	Miss      Summary `json:"label_minus_predicted"` // winning chance of the labels less that of the evaluator
	N         int     `json:"positions"`
}

// Calibrate divides the range from 0 to 1 into the given number of equal bins and returns
// the bins that are not empty. An evaluator is calibrated if in each bin its mean winning
// chance equals that of the labels.
func Calibrate(rows []datasets.Row, answers []engine.Probabilities, parts int) []CalibrationBin {
	said, miss := make([]Sample, parts), make([]Sample, parts)
	for i := range rows {
		p := float64(answers[i][engine.Win])
		bin := max(min(int(p*float64(parts)), parts-1), 0)
		said[bin].Add(p)
		miss[bin].Add(float64(rows[i].Probabilities[engine.Win]) - p)
	}
	var bins []CalibrationBin
	for i := range said {
		if said[i].N() > 0 {
			bins = append(bins, CalibrationBin{said[i].Mean(), miss[i].Summary(), miss[i].N()})
		}
	}
	return bins
}

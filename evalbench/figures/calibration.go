// Package figures draws results of package evalbench.
package figures

import (
	"gammonlab/evalbench"
	"gammonlab/internal/chart"
)

// Calibration writes the calibration of models over all sets of a report as a PNG, SVG or PDF file,
// by the extension: the labels' winning chance less the model's, by the model's winning chance.
func Calibration(r evalbench.ValuesReport, path string) error {
	curve := chart.Curve{
		Title:  "Calibration of the chance to win",
		XLabel: "chance to win by the model, %",
		YLabel: "label less model, percentage points, with 95% interval",
		Marks:  []chart.HorizontalMark{{Y: 0, Label: "calibrated"}},
	}
	for _, c := range r.Calibrations() {
		series := chart.Series{Name: c.Model}
		for _, bin := range c.Bins {
			if !bin.Miss.Bounded() {
				continue // a single position
			}
			series.X, series.Y = append(series.X, 100*bin.Predicted), append(series.Y, 100*bin.Miss.Center)
			series.Lo, series.Hi = append(series.Lo, 100*bin.Miss.Low), append(series.Hi, 100*bin.Miss.High)
		}
		curve.Series = append(curve.Series, series)
	}
	return curve.Write(path)
}

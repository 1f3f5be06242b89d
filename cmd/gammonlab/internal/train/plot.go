package train

import (
	"fmt"

	"gammonlab/internal/chart"
	"gammonlab/nets"
	"gammonlab/td"
)

// plotRun writes the learning curve of a run: points per game against pubeval
// over games, with the 95% interval of each measurement.
func plotRun(folder *td.Folder, cfg td.Config, path string) error {
	points, err := folder.Metrics()
	if err != nil {
		return err
	}
	curve := chart.Curve{
		Title:  fmt.Sprintf("TD(%v) self-play, hidden %v, alpha %v", cfg.Lambda, nets.FormatHidden(cfg.Hidden), cfg.Alpha),
		XLabel: "games of self-play",
		YLabel: "points per game against pubeval",
		Marks:  []chart.HorizontalMark{{Y: 0, Label: "as strong as pubeval"}},
	}
	series := chart.Series{Name: "mean with its 95% interval"}
	for _, p := range points {
		if p.Measurement != nil {
			series.X = append(series.X, float64(p.Games))
			series.Y = append(series.Y, p.PPG)
			series.Lo = append(series.Lo, p.PPGLow)
			series.Hi = append(series.Hi, p.PPGHigh)
		}
	}
	if len(series.X) == 0 {
		return fmt.Errorf("%s has no measurements to plot: it was run with --bench-every 0", folder.Dir())
	}
	curve.Series = []chart.Series{series}
	return curve.Write(path)
}

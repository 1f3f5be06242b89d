// Package figures draws the learning curves of runs of package td.
package figures

import (
	"fmt"
	"strings"

	"gammonlab/engine/netrun"
	"gammonlab/internal/chart"
	"gammonlab/internal/result"
	"gammonlab/nets"
	"gammonlab/td"
)

// LearningCurve writes the learning curve of a run into its folder, as PNG and SVG, and
// returns the files: mEq per game against the opponent over games, with the 95%
// interval of each measurement, from that of the initial weights on.
func LearningCurve(f *td.Folder) ([]string, error) {
	points, err := f.Metrics()
	if err != nil {
		return nil, err
	}
	cfg, unit := f.Settings(), result.Points
	curve := chart.Curve{
		Title:  fmt.Sprintf("TD(%v) self-play, %s, loss %s, rate %v", cfg.Lambda, layers(&cfg.Config), cfg.Loss, cfg.Rate),
		XLabel: "games of self-play",
	}
	opponent := netrun.Pubeval
	series := chart.Series{Name: "mean with its 95% interval"}
	for _, p := range points {
		if p.Measurement != nil {
			opponent = p.Opponent
			series.X = append(series.X, float64(p.Games))
			series.Y = append(series.Y, unit.Factor()*p.PPG)
			series.Lo = append(series.Lo, unit.Factor()*p.PPGLow)
			series.Hi = append(series.Hi, unit.Factor()*p.PPGHigh)
		}
	}
	if len(series.X) == 0 {
		return nil, fmt.Errorf("%s has no measurements to plot: the run measured nothing", f.Dir())
	}
	curve.YLabel, curve.Marks = unit.String()+" per game against "+opponent, []chart.HorizontalMark{{Y: 0, Label: "as strong as " + opponent}}
	curve.Series = []chart.Series{series}
	return chart.Save(f.Dir(), "learning-curve", curve)
}

// layers describes the hidden layers of the nets.
func layers(c *td.Config) string {
	var all []string
	shapes := c.Shapes()
	several := len(shapes) != 1 || shapes[0].Part != nets.All
	for _, s := range shapes {
		text := nets.FormatHidden(s.Hidden)
		if several {
			text = fmt.Sprintf("%s %s", s.Part, text)
		}
		all = append(all, text)
	}
	return "hidden " + strings.Join(all, ", ")
}

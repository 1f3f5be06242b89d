//go:build !site

package profile

import (
	"gammonlab/internal/chart"
)

// Chart draws the trend: the error in each match, the means of blocks of matches with
// their intervals, and the line whose slope is given.
func (p *Profile) Chart() chart.Graph {
	t := p.Trend
	g := chart.Graph{Title: "Error of " + p.name() + " from match to match", YLabel: "mEMG per decision", XLabel: "match, in the order of the files"}
	if t.ByDate {
		g.XLabel = "match, in the order of dates"
	}
	points := chart.Set{Name: "match"}
	var sum, x, y float64
	for i, m := range t.Matches {
		points.X, points.Y = append(points.X, float64(i+1)), append(points.Y, m.Rate)
		n := float64(m.Decisions)
		sum, x, y = sum+n, x+n*float64(i+1), y+n*m.Rate
	}
	means := chart.Set{Name: "mean with 95 % interval"}
	for _, m := range t.Means {
		if !m.Rate.Bounded() {
			continue
		}
		means.X, means.Y = append(means.X, float64(m.First+m.Last)/2), append(means.Y, m.Rate.Center)
		means.Lo, means.Hi = append(means.Lo, m.Rate.Low), append(means.Hi, m.Rate.High)
	}
	line := chart.Set{Name: "trend", Line: true}
	for _, at := range []float64{1, float64(len(t.Matches))} {
		line.X, line.Y = append(line.X, at), append(line.Y, y/sum+t.Slope.Center*(at-x/sum))
	}
	g.Sets = []chart.Set{points, means, line}
	return g
}

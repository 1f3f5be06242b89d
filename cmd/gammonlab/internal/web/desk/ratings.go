//go:build !site

package desk

import (
	"gammonlab/cmd/gammonlab/internal/web/library"
	"gammonlab/internal/chart"
	"gammonlab/internal/htmlpage"
)

// drawRatings adds the chart of the ratings, if there are two matches.
func (p *profilePage) drawRatings(all []library.Analysed) {
	if ratings := p.ratings(all); len(ratings.Y) > 1 {
		p.Figures = append(p.Figures, htmlpage.Figure{
			Title: "Performance rating (PR) from match to match", Caption: "As XG counts decisions; lower is better.",
			Picture: chart.Curve{XLabel: "match", Series: []chart.Series{ratings}},
		})
	}
}

// ratings returns the performance rating of each match.
func (p *profilePage) ratings(all []library.Analysed) chart.Series {
	var line chart.Series
	for _, m := range all {
		for side, name := range m.Report.Names {
			s := &m.Report.Statistics[side]
			if name == p.Profile.Player && s.Overall.PR != nil && !s.Judge {
				line.X, line.Y = append(line.X, float64(len(line.X)+1)), append(line.Y, *s.Overall.PR)
			}
		}
	}
	return line
}

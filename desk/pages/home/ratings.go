package home

import (
	"gammonlab/desk/pages/curve"
	"gammonlab/desk/pages/library"
	"gammonlab/internal/htmlpage"
)

// drawRatings adds the chart of the ratings, if there are two matches.
func (p *profilePage) drawRatings(all []library.Analysed) {
	const title = "Performance rating (PR) from match to match"
	if ratings := p.ratings(all); len(ratings) > 1 {
		p.Figures = append(p.Figures, htmlpage.Figure{
			Title: title, Caption: "As XG counts decisions; lower is better.",
			Picture: curve.Chart{Label: title, Noun: "match", Values: ratings},
		})
	}
}

// ratings returns the performance rating of each match.
func (p *profilePage) ratings(all []library.Analysed) (ratings []float64) {
	for _, m := range all {
		for side, name := range m.Report.Names {
			s := &m.Report.Statistics[side]
			if name == p.Profile.Player && s.Overall.PR != nil && !s.Judge {
				ratings = append(ratings, *s.Overall.PR)
			}
		}
	}
	return ratings
}

package rating

import (
	"cmp"
	"fmt"
	"strings"

	"gammonlab/engine/analysis"
	"gammonlab/internal/plaintext"
)

// Report has the predicted ratings of players, as text and JSON.
type Report struct {
	Predictor   *Predictor   `json:"predictor"`
	Predictions []Prediction `json:"predictions"`
}

// Prediction is a player's predicted rating in JSON.
type Prediction struct {
	*Player
	analysis.FIBS
	Warnings []string `json:"warnings"`
}

// Report predicts the ratings of the players.
func (p *Predictor) Report(players Players) *Report {
	r := &Report{Predictor: p}
	for _, player := range players {
		e := p.Predict(player.Length, player.Plays, player.Cubes)
		r.Predictions = append(r.Predictions, Prediction{player, e.fibs(), e.Warnings})
	}
	return r
}

// Text returns the ratings as a table.
func (r *Report) Text() string {
	uncertainty := ""
	if r.Predictor.Covariance == nil {
		uncertainty = " (their own errors are not known)"
	}
	t := plaintext.Table{Indent: "  ", Left: []int{10}}
	t.Add("rating", "± 95%", "lost by plays", "by the cube", "EPM", "plays", "EPC", "cubes", "length", "matches", "player")
	var warnings strings.Builder
	for _, p := range r.Predictions {
		t.Add(pointsOr(p.Rating, "-"), pointsOr(p.Interval, "-"), pointsOr(p.PlayLoss, "not known"), pointsOr(p.CubeLoss, "not known"),
			fmt.Sprintf("%.4f", p.Plays.Rate), countText(p.Plays.N), fmt.Sprintf("%.4f", p.Cubes.Rate), countText(p.Cubes.N),
			fmt.Sprint(p.Length), countText(p.Matches), cmp.Or(p.Name, "-"))
		for _, warning := range p.Warnings {
			warnings.WriteString(strings.TrimPrefix(p.Name+": "+warning, ": ") + "\n")
		}
	}
	return fmt.Sprintf("Coefficients: %s%s; errorless play %.0f\n\n", r.Predictor.Name, uncertainty, r.Predictor.Perfect) + t.Text() + warnings.String()
}

// pointsOr formats rating points, or unknown for nil.
func pointsOr(x *float64, unknown string) string {
	if x == nil {
		return unknown
	}
	return fmt.Sprintf("%.0f", *x)
}

func countText(n int) string {
	if n == 0 {
		return "-"
	}
	return fmt.Sprint(n)
}

package rating

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gammonlab/internal/plaintext"
)

// Report has the predicted ratings of players, as text and JSON.
type Report struct {
	Predictor   *Predictor   `json:"predictor"`
	Law         Law          `json:"law"`
	Predictions []Prediction `json:"predictions"`
}

// Prediction is a player's predicted rating in JSON.
type Prediction struct {
	*Player
	FIBS
	Rate     *float64 `json:"error_per_decision,omitempty" short:"error_rate" unit:"points" better:"lower" meaning:"error rate of the last player, plays and cube decisions together"` // by the linear law
	Warnings []string `json:"warnings"`
}

// Report predicts the ratings of the players by a law. It returns an error if the predictor
// or the errors of a player do not allow the linear law.
func (p *Predictor) Report(players []*Player, law Law) (*Report, error) {
	r := &Report{Predictor: p, Law: law}
	for _, player := range players {
		prediction, err := p.prediction(player, law)
		if err != nil {
			return nil, errors.New(strings.TrimPrefix(player.Name+": "+err.Error(), ": "))
		}
		r.Predictions = append(r.Predictions, *prediction)
	}
	return r, nil
}

// prediction predicts the rating of a player by a law.
func (p *Predictor) prediction(player *Player, law Law) (*Prediction, error) {
	if law == BilinearLaw {
		e := p.Predict(player.Length, player.Plays, player.Cubes)
		return &Prediction{Player: player, FIBS: e.FIBS(), Warnings: e.Warnings}, nil
	}
	e, err := p.PredictLinear(player)
	return &Prediction{player, e.FIBS(), &e.Rate, e.Warnings}, err
}

// Text returns the ratings as a table.
func (r *Report) Text() string {
	t := plaintext.Table{Indent: "  ", Left: []int{10}}
	head := []string{"rating", "± 95%", "lost by plays", "by the cube", "EPM", "plays", "EPC", "cubes", "length", "matches", "player"}
	if r.Law == LinearLaw {
		t.Left, head = []int{len(head)}, slices.Insert(head, rateColumn, "EPD")
	}
	t.Add(head...)
	var warnings strings.Builder
	for i := range r.Predictions {
		p := &r.Predictions[i]
		t.Add(p.row()...)
		for _, warning := range p.Warnings {
			warnings.WriteString(strings.TrimPrefix(p.Name+": "+warning, ": ") + "\n")
		}
	}
	return r.heading() + "\n\n" + t.Text() + warnings.String()
}

// rateColumn is the column of the error per decision, by the linear law.
const rateColumn = 2

// heading returns the line above the table.
func (r *Report) heading() string {
	p, law, uncertainty := r.Predictor, "", " (their own errors are not known)"
	known := p.Covariance != nil
	if r.Law == LinearLaw {
		law = fmt.Sprintf(", (%.0f %s)·EPD", p.Linear.A, perLength(p.Linear.B))
		known = p.Linear.Covariance != nil
	}
	if known {
		uncertainty = ""
	}
	return fmt.Sprintf("Coefficients: %s%s%s; errorless play %.0f", p.Name, law, uncertainty, p.Perfect)
}

// row returns the cells of the prediction.
func (p *Prediction) row() []string {
	row := []string{
		pointsOr(p.Rating, "-"), pointsOr(p.Interval, "-"), pointsOr(p.PlayLoss, "not known"), pointsOr(p.CubeLoss, "not known"),
		p.rateText(p.Plays.Rate), countText(p.Plays.N), p.rateText(p.Cubes.Rate), countText(p.Cubes.N),
		fmt.Sprint(p.Length), countText(p.Matches), cmp.Or(p.Name, "-"),
	}
	if p.Rate != nil {
		row = slices.Insert(row, rateColumn, fmt.Sprintf("%.4f", *p.Rate))
	}
	return row
}

// rateText formats the rate of a kind of decisions, which may be unknown.
func (p *Prediction) rateText(rate float64) string {
	if p.All != nil {
		return "-"
	}
	return fmt.Sprintf("%.4f", rate)
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

// perLength formats the term x/N of a formula, after another term.
func perLength(x float64) string {
	if x < 0 {
		return fmt.Sprintf("- %.0f/N", -x)
	}
	return fmt.Sprintf("+ %.0f/N", x)
}

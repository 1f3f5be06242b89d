package fit_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"gammonlab/internal/must"
	"gammonlab/rating"
	"gammonlab/rating/fit"
)

// TestFittedPredictor checks that a predictor of package rating reads a report.
func TestFittedPredictor(t *testing.T) {
	of := func(x float64) fit.Estimate { return fit.Estimate{Value: x, StdErr: 1} }
	report := fit.Report{Bilinear: &fit.Model{
		Predictors: []string{"EPM", "EPC"},
		Trends:     []fit.Trend{{Constant: of(9000), Inverse: of(25000)}, {Constant: of(900), Inverse: of(-500)}},
		Covariance: [][]float64{{1, -0.5, 0.1, 0}, {-0.5, 1, 0, 0.1}, {0.1, 0, 1, -0.5}, {0, 0.1, -0.5, 1}},
	}}
	text := must.Get(json.Marshal(&report))(t)
	p := must.Get(rating.ReadPredictor("fit.json", bytes.NewReader(text)))(t)
	if want := (rating.Coefficients{PlayA: 9000, PlayB: 25000, CubeA: 900, CubeB: -500}); p.Coefficients != want {
		t.Errorf("coefficients %+v, want %+v", p.Coefficients, want)
	}
	if p.Covariance == nil || p.Covariance[2][3] != -0.5 || p.Covariance[0][2] != 0.1 {
		t.Errorf("covariance %v", p.Covariance)
	}
	if got, want := p.Coefficients.Loss(0.01, 0, 5), 140.0; got != want {
		t.Errorf("EPM of 0.01 loses %v at 5 points, want %v", got, want)
	}
}

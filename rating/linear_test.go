package rating

import (
	"math"
	"strings"
	"testing"

	"gammonlab/internal/must"
)

// TestPredictLinear takes ratings and margins that follow by hand: 10000 + 10000/10 points
// per unit at length 10, and 0.028 per decision by 400 plays of 0.01 and 100 cube decisions
// of 0.1.
func TestPredictLinear(t *testing.T) {
	p := &Predictor{Perfect: 2000, Linear: &Linear{A: 10000, B: 10000}}
	known := &Predictor{Perfect: 2000, Linear: &Linear{A: 10000, B: 10000, Covariance: &[2][2]float64{{1e6, -1e6}, {-1e6, 4e6}}}}
	play, cube := Errors{400, 0.01, pointer(0.02)}, Errors{100, 0.1, pointer(0.2)}
	// Standard errors of 0.001 and 0.02, with shares of 0.8 and 0.2.
	byErrors := 11000 * math.Hypot(0.8*0.001, 0.2*0.02)
	for _, tt := range []struct {
		name   string
		p      *Predictor
		player Player
		rating float64
		stdErr float64
		warns  string
	}{
		{"both", p, Player{Length: 10, Plays: play, Cubes: cube}, 2000 - 308, byErrors, ""},
		// 1e6·(1 - 2/10 + 4/100) is 840000.
		{"with the coefficients", known, Player{Length: 10, Plays: play, Cubes: cube}, 2000 - 308, math.Hypot(byErrors, 0.028*math.Sqrt(840000)), ""},
		{"plays", p, Player{Length: 1, Plays: play}, 2000 - 200, 20000 * 0.001, ""},
		{"together", p, Player{Length: 10, All: &Errors{Rate: 0.028}}, 2000 - 308, math.Inf(1), "not known separately"},
		{"cube at 1 point", p, Player{Length: 1, Plays: play, Cubes: cube}, 2000 - 200, 20000 * 0.001, "matches to 1 point have no cube"},
		{"errorless", p, Player{Length: 10, Plays: Errors{N: 100}, Cubes: Errors{N: 100}}, 2000, math.Inf(1), "all known errors are 0"},
	} {
		e, err := tt.p.PredictLinear(&tt.player)
		want := 1.959964 * tt.stdErr
		if err != nil || math.Abs(e.Rating-tt.rating) > 1e-9 || !(e.Margin == want || math.Abs(e.Margin-want) < 1e-4) {
			t.Errorf("%s: %v ± %v, %v, want %v ± %v", tt.name, e.Rating, e.Margin, err, tt.rating, want)
		}
		if loss := e.PlayLoss + e.CubeLoss; tt.player.All == nil && math.Abs(tt.p.Perfect-loss-e.Rating) > 1e-9 {
			t.Errorf("%s: the losses are %v together", tt.name, loss)
		}
		if w := strings.Join(e.Warnings, "; "); !strings.Contains(w, tt.warns) || (tt.warns == "") != (w == "") {
			t.Errorf("%s: warnings %q, want %q", tt.name, w, tt.warns)
		}
	}
}

// The manual: 11971 + 23681/7 points per unit of error in matches to 7.
func TestLinearOfManual(t *testing.T) {
	e := must.Get(ByManual().PredictLinear(&Player{Length: 7, All: &Errors{Rate: 0.01}}))(t)
	if want := 2050 - 119.71 - 33.83; math.Abs(e.Rating-want) > 0.01 {
		t.Errorf("%v, want %.2f", e.Rating, want)
	}
	e = must.Get(ByManual().PredictLinear(&Player{Length: 1, All: &Errors{Rate: 0.01}}))(t)
	if want := 2050 - 379.16; math.Abs(e.Rating-want) > 0.01 {
		t.Errorf("at 1 point %v, want %.2f", e.Rating, want)
	}
}

// The study bounds the errors and the lengths of the linear law, too.
func TestLinearBeyondTheStudy(t *testing.T) {
	study := must.Get(Default())(t)
	for rate, want := range map[float64]string{
		0.038: "", 0.039: "no interval: the error per decision is beyond the study, whose largest is 0.0384", 0.2: "no rating: the error per decision is 5.2 times",
	} {
		e := must.Get(study.PredictLinear(&Player{Length: 5, Plays: Errors{N: 900, Rate: rate}, Cubes: Errors{N: 100, Rate: rate}}))(t)
		if w := strings.Join(e.Warnings, "; "); !strings.HasPrefix(w, want) || (want == "") != (w == "") {
			t.Errorf("%v: warnings %q, want %q", rate, w, want)
		}
	}
}

func TestPredictLinearMistakes(t *testing.T) {
	play := Errors{N: 10, Rate: 0.01}
	for _, tt := range []struct {
		p      *Predictor
		player Player
		want   string
	}{
		{&Predictor{Name: "ours"}, Player{Length: 5, Plays: play}, "ours has no linear law"},
		{ByManual(), Player{Length: 5}, "needs the numbers"},
		{ByManual(), Player{Length: 5, Plays: play, Cubes: Errors{Rate: 0.1}}, "needs the numbers"},
		{ByManual(), Player{Length: 5, Plays: Errors{Rate: 0.1}, Cubes: play}, "needs the numbers"},
	} {
		_, err := tt.p.PredictLinear(&tt.player)
		must.Fail(t, err, tt.want)
	}
}

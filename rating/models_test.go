package rating

import (
	"math"
	"strings"
	"testing"
	"testing/fstest"

	"gammonlab/internal/must"
)

const plainModel = `{"name": "ours", "coefficients": {"play_a": 1, "play_b": 2, "cube_a": 3, "cube_b": -4},
	"covariance": [[4,0,0,0],[0,4,0,0],[0,0,1,-1],[0,0,-1,1]]}`

// fitted is a report of rating/fit, with further fields that are not read.
const fitted = `{"matches": 5, "linear": {"predictors": ["DEPD"], "trends": [{"constant": {"value": 5}, "inverse": {"value": 6}}], "covariance": [[4,1],[1,9]]},
	"bilinear": {"predictors": ["EPM", "EPC"], "lengths": [],
	"trends": [{"constant": {"value": 1, "low": 0}, "inverse": {"value": 2}}, {"constant": {"value": 3}, "inverse": {"value": -4}}],
	"covariance": [[4,0,0,0],[0,4,0,0],[0,0,1,-1],[0,0,-1,1]]}}`

func TestReadPredictor(t *testing.T) {
	for name, text := range map[string]string{"ours": plainModel, "FILE": fitted} {
		p := must.Get(ReadPredictor("FILE", strings.NewReader(text)))(t)
		if p.Name != name || p.Coefficients != (Coefficients{PlayA: 1, PlayB: 2, CubeA: 3, CubeB: -4}) || p.Perfect != Perfect ||
			p.Covariance == nil || p.Covariance[2][3] != -1 {
			t.Errorf("%s: %+v", name, p)
		}
		if l := p.Linear; (l != nil) != (name == "FILE") || l != nil && (l.A != 5 || l.B != 6 || l.Covariance[0][1] != 1) {
			t.Errorf("%s: linear law %+v", name, l)
		}
	}
}

// TestFitWithoutMixedPairs: the report of part 1 of the study has no bilinear law.
func TestFitWithoutMixedPairs(t *testing.T) {
	for _, bilinear := range []string{"null", `{"predictors": ["EPM", "EPC"], "trends": []}`} {
		text := `{"bilinear": ` + bilinear + `, "linear": {"predictors": ["DEPD"], "trends": [{"constant": {"value": 5}, "inverse": {"value": 6}}]}}`
		p := must.Get(ReadPredictor("FILE", strings.NewReader(text)))(t)
		if p.Has(BilinearLaw) || !p.Has(LinearLaw) || *p.Linear != (Linear{A: 5, B: 6}) {
			t.Errorf("%s: %+v with the linear law %+v", bilinear, p, p.Linear)
		}
	}
}

func TestReadPredictorMistakes(t *testing.T) {
	with := func(covariance string) string {
		return `{"coefficients": {}, "covariance": ` + covariance + `}`
	}
	for _, tt := range []struct{ text, want string }{
		{"", "line 1: the JSON text is empty"},
		{"[]", "line 1: found a list, want an object"},
		{"{}\n{}", "line 2: more follows after the value"},
		{"{\"coefficients\":\n{\"play_a\": \"1\"}}", `line 2: coefficients.play_a: found "1", want a number`},
		{"{\"name\": \"a\",\n\"name\": \"b\"}", "line 2: name: repeated field"},
		{"{}", `a "bilinear" model`},
		{`{"bilinear": null}`, `a "bilinear" model`},
		{`{"linear": {"predictors": ["DEPD"], "trends": []}, "bilinear": null}`, "the linear law needs matches of two lengths or more"},
		{`{"bilinear": {"predictors": ["DEPD"]}}`, `["DEPD"], want EPM and EPC`},
		{`{"bilinear": {"predictors": ["EPM", "EPC"], "trends": []}}`, "0 entries, want 2"},
		{`{"coefficients": {"play_b": 1e300}}`, "a coefficient is 1e+300"},
		{`{"coefficients": {}, "linear": {"predictors": ["EPM"], "trends": [{}]}}`, `["EPM"], want DEPD`},
		{`{"coefficients": {}, "linear": {"predictors": ["DEPD"], "trends": [{}, {}]}}`, "2 entries, want 1"},
		{`{"coefficients": {}, "linear": {"predictors": ["DEPD"], "trends": [{}], "covariance": [[1,0],[1,0]]}}`, "linear.covariance[0][1] is 0"},
		{with(`[[1]]`), "1 rows, want 4"},
		{with(`[[1,0,0,0],[0,1,0],[0,0,1,0],[0,0,0,1]]`), "covariance[1] has 3 numbers"},
		{with(`[[1,0,0,0],[0,-1,0,0],[0,0,1,0],[0,0,0,1]]`), "covariance[1][1] is -1"},
		{with(`[[1,0,0,0],[0.5,1,0,0],[0,0,1,0],[0,0,0,1]]`), "want the same"},
		{with(`[[1,2,0,0],[2,1,0,0],[0,0,1,0],[0,0,0,1]]`), "more than the variances allow"},
	} {
		_, err := ReadPredictor("FILE", strings.NewReader(tt.text))
		if err == nil || !strings.HasPrefix(err.Error(), "FILE: ") || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want FILE and %q", tt.text, err, tt.want)
		}
	}
}

func TestDefault(t *testing.T) {
	if _, err := Default(); err != nil {
		t.Error(err)
	}
	p, err := measured(fstest.MapFS{})
	if err != nil || p.Name != "manual" || p.Coefficients != Manual {
		t.Errorf("without a measurement: %+v, %v", p, err)
	}
	p, err = measured(fstest.MapFS{"models/measured.json": {Data: []byte(fitted)}})
	if err != nil || p.Name != "measured" || p.Coefficients.PlayB != 2 {
		t.Errorf("with a measurement: %+v, %v", p, err)
	}
}

func FuzzReadPredictor(f *testing.F) {
	for _, text := range []string{"", "{}", plainModel, fitted, `{"bilinear": {"predictors": ["EPM", "EPC"], "trends": [{}, {}]}}`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ReadPredictor("FILE", strings.NewReader(text))
		if err != nil {
			return
		}
		e := p.Predict(2, Errors{N: 2, Rate: mostError}, Errors{N: 1, Rate: 1})
		nothingKnown := math.IsNaN(e.PlayLoss) && math.IsNaN(e.CubeLoss)
		if e.Rating-e.Rating != 0 || !(e.Margin >= 0) || math.IsInf(e.Margin, 0) && !nothingKnown {
			t.Errorf("%s: %v ± %v", text, e.Rating, e.Margin)
		}
		if p.Linear == nil {
			return
		}
		e, err = p.PredictLinear(&Player{Length: 1, Plays: Errors{N: 2, Rate: mostError}, Cubes: Errors{N: 1, Rate: 1}})
		if err != nil || e.Rating-e.Rating != 0 && p.Study == nil || !(e.Margin >= 0) {
			t.Errorf("%s: by the linear law %v ± %v, %v", text, e.Rating, e.Margin, err)
		}
	})
}

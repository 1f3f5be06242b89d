package rating

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gammonlab/internal/must"
	"gammonlab/internal/seed"
)

func pointer(x float64) *float64 { return &x }

// TestPredict takes margins that follow by hand: 9000 points per unit of EPM and
// 800 per unit of EPC at length 10, deviations 0.02 and 0.2, 400 and 100
// decisions make standard errors of 9 and 16 points.
func TestPredict(t *testing.T) {
	p := &Predictor{Coefficients: Coefficients{PlayA: 8000, PlayB: 10000, CubeA: 900, CubeB: -1000}, Perfect: 2000}
	known := &Predictor{Coefficients: p.Coefficients, Perfect: 2000, Covariance: &[4][4]float64{
		{1e6, -1e6, 0, 0}, {-1e6, 4e6, 0, 0}, {0, 0, 1e4, 1e4}, {0, 0, 1e4, 1e4},
	}}
	play, cube := Errors{400, 0.01, pointer(0.02)}, Errors{100, 0.1, pointer(0.2)}
	// (0.01, 0.001) and (0.1, 0.01) times the blocks: 100 - 2·10 + 4 = 84 and
	// 1e4·0.11² = 121.
	withCoefficients := math.Sqrt(9*9 + 16*16 + 84 + 121)
	for _, tt := range []struct {
		name       string
		p          *Predictor
		play, cube Errors
		rating     float64
		stdErr     float64
		warnings   string // part of them, "" for none
	}{
		{"both", p, play, cube, 1830, math.Hypot(9, 16), ""},
		{"with the coefficients", known, play, cube, 1830, withCoefficients, ""},
		{"no cubes", p, play, Errors{}, 1910, 9, "no close or actual cube decision is known"},
		{"few cubes", p, play, Errors{4, 0.1, pointer(0.04)}, 1830, math.Hypot(9, 16), "fewer than 30 close or actual"},
		{"unknown number", p, Errors{Rate: 0.01}, cube, 1830, math.Inf(1), "the number of decisions is unknown for the error per unforced play"},
		{"unknown spread", p, Errors{N: 100, Rate: 0.01}, Errors{}, 1910, 900 * 0.77 * math.Pow(0.01, 0.78), "no close or actual"},
		{"errorless", p, Errors{N: 100}, Errors{N: 100}, 2000, math.Inf(1), "all known errors are 0"},
	} {
		e := tt.p.Predict(10, tt.play, tt.cube)
		want := 1.959964 * tt.stdErr
		if math.Abs(e.Rating-tt.rating) > 1e-9 || !(e.Margin == want || math.Abs(e.Margin-want) < 1e-4) {
			t.Errorf("%s: %v ± %v, want %v ± %v", tt.name, e.Rating, e.Margin, tt.rating, want)
		}
		if loss := e.PlayLoss + e.CubeLoss; math.Abs(tt.p.Perfect-loss-e.Rating) > 1e-9 {
			t.Errorf("%s: the losses are %v together", tt.name, loss)
		}
		warnings := strings.Join(e.Warnings, "; ")
		if !strings.Contains(warnings, tt.warnings) || (tt.warnings == "") != (warnings == "") {
			t.Errorf("%s: warnings %q, want %q", tt.name, warnings, tt.warnings)
		}
	}
}

// TestNoErrorRaisesARating checks lengths whose coefficients are below 0: the
// cost is then unknown.
func TestNoErrorRaisesARating(t *testing.T) {
	study := must.Get(Default())(t)
	for _, p := range []*Predictor{study, ByManual(), {Coefficients: Coefficients{PlayA: -100, PlayB: 300, CubeA: 500, CubeB: -1500}, Perfect: 2050}} {
		p.Study = nil // beyond it there is no rating
		for length := 1; length <= 64; length++ {
			for _, x := range []float64{0, 0.001, 0.05, 1} {
				for _, y := range []float64{0, 0.001, 0.05, 1} {
					e := p.Predict(length, Errors{N: 100, Rate: x}, Errors{N: 100, Rate: y})
					if !(e.Rating <= p.Perfect) || e.PlayLoss < 0 || e.CubeLoss < 0 || !(e.Margin >= 0) {
						t.Fatalf("%s, length %d, errors %v and %v: %+v", p.Name, length, x, y, e)
					}
				}
			}
		}
	}
	e := study.Predict(1, Errors{N: 400, Rate: 0.01}, Errors{N: 100, Rate: 0.05})
	alone := study.Predict(1, Errors{N: 400, Rate: 0.01}, Errors{})
	if e.CubeLoss != 0 || e.Rating != alone.Rating || e.Margin != alone.Margin ||
		!strings.Contains(strings.Join(e.Warnings, " "), "matches to 1 point have no cube") || len(alone.Warnings) > 0 {
		t.Errorf("at 1 point: %+v, without the cube %+v", e, alone)
	}
	if e := study.Predict(1, Errors{}, Errors{Rate: 0.05}); e.Rating != study.Perfect || !math.IsInf(e.Margin, 1) {
		t.Errorf("nothing but the cube at 1 point: %+v", e)
	}
	unknown := &Predictor{Coefficients: Coefficients{PlayA: 9000, CubeA: 500, CubeB: -1500}, Perfect: 2050}
	if e := unknown.Predict(2, Errors{N: 9, Rate: 0.1}, Errors{N: 9, Rate: 0.1}); !math.IsNaN(e.CubeLoss) || e.Rating != 1150 ||
		!strings.Contains(strings.Join(e.Warnings, " "), "its cost at match length 2 is unknown") {
		t.Errorf("a cost of -250 per unit: %+v", e)
	}
}

// TestIntervalHolds draws errors of players whose rating is known, most of them 0
// and the others exponential: the interval holds the rating of 94 to 96 of 100,
// with typical spreads too, as far as they are those of the players.
func TestIntervalHolds(t *testing.T) {
	const trials, nPlays, nCubes = 2000, 800, 150
	p, inside := ByManual(), 0
	rnd := rand.New(seed.Stream(1, 0))
	truth := p.Perfect - Manual.Loss(0.3*0.04, 0.3*0.1, 7)
	draw := func(n int, mean float64) Errors {
		sum, squares := 0.0, 0.0
		for range n {
			x := 0.0
			if rnd.Float64() < 0.3 {
				x = mean * rnd.ExpFloat64()
			}
			sum, squares = sum+x, squares+x*x
		}
		m := sum / float64(n)
		return Errors{n, m, pointer(math.Sqrt((squares - float64(n)*m*m) / float64(n-1)))}
	}
	for range trials {
		e := p.Predict(7, draw(nPlays, 0.04), draw(nCubes, 0.1))
		if math.Abs(e.Rating-truth) <= e.Margin {
			inside++
		}
	}
	if share := float64(inside) / trials; share < 0.935 || share > 0.965 {
		t.Errorf("the interval holds the rating of %.1f%%, want 95%%", 100*share)
	}
}

// TestNoCube checks matches to 1 point, which need no cube decisions.
func TestNoCube(t *testing.T) {
	for length, want := range map[int]int{1: 0, 3: 1} {
		e := ByManual().Predict(length, Errors{N: 100, Rate: 0.01}, Errors{})
		if len(e.Warnings) != want {
			t.Errorf("length %d: warnings %q, want %d", length, e.Warnings, want)
		}
	}
}

// Beyond the study there is no interval, far beyond it no rating.
func TestBeyondTheStudy(t *testing.T) {
	study := must.Get(Default())(t)
	for _, c := range []struct {
		length     int
		play, cube float64
		want       string // the warning
	}{
		{23, 0.039, 0.217, ""},
		{23, 0.04, 0.1, "no interval: the error per unforced play is beyond the study, whose largest is 0.039"},
		{5, 0.01, 0.3, "no interval: the error per close or actual cube decision is beyond the study, whose largest is 0.227"},
		{25, 0.01, 0.1, "no interval: the match length is beyond the study, whose largest is 23"},
		{7, 0.3, 0.1, "no rating: the error per unforced play is 7.7 times the largest of the study, 0.039"},
		{100, 0.01, 0.1, "no rating: the match length is 4.3 times the largest of the study, 23"},
	} {
		e := study.Predict(c.length, Errors{N: 100, Rate: c.play}, Errors{N: 100, Rate: c.cube})
		if got := strings.Join(e.Warnings, "; "); got != c.want {
			t.Errorf("%+v: warnings %q", c, got)
		}
		if math.IsInf(e.Margin, 1) != (c.want != "") || math.IsNaN(e.Rating) != strings.HasPrefix(c.want, "no rating") {
			t.Errorf("%+v: %v ± %v", c, e.Rating, e.Margin)
		}
	}
}

// TestTypicalSpread compares the standard errors of errors without a known deviation with
// factor·rate^power/√n: 0.77·0.01^0.78/10 and
// 0.90·0.01^0.71/10.
func TestTypicalSpread(t *testing.T) {
	e := Errors{N: 100, Rate: 0.01}
	for k, want := range map[kind]float64{plays: 0.00212076, cubes: 0.00342170} {
		if got := k.stdErr(e); math.Abs(got-want) > 5e-9 {
			t.Errorf("per %s: %.8f, want %.8f", k.name, got, want)
		}
	}
}

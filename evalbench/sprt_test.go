package evalbench

import (
	"math"
	"math/rand/v2"
	"testing"

	"gammonlab/internal/must"
)

// simulate runs a test to its end and returns what it says, and after how many
// observations.
func simulate(h Hypotheses, scale float64, draw func() float64) (Decision, int) {
	test := SPRT{Hypotheses: h, Scale: scale}
	for {
		test.Add(draw())
		if d := test.Decision(); d != Undecided {
			s := test.Sample()
			return d, s.N()
		}
	}
}

// rateCase is a test that is made many times with scores of a known mean.
type rateCase struct {
	name  string
	h     Hypotheses
	at    float64 // the true mean
	draw  func(rng *rand.Rand, effect float64) float64
	scale float64 // of the test
	sd    float64 // of an observation
	under float64 // what the number of pairs may be below that expected
	over  float64 // and above
}

// check counts the tests that are wrong, and how long they are.
func (c *rateCase) check(t *testing.T, tests int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(4, 1))
	var says [3]int
	var length Sample
	for range tests {
		d, n := simulate(c.h, c.scale, func() float64 { return c.draw(rng, c.at) })
		says[d]++
		length.Add(float64(n))
	}
	expected := c.h.Expected(c.at, c.sd)
	t.Logf("%s: H0 %d, H1 %d; %.0f pairs, %.0f expected", c.name, says[AcceptH0], says[AcceptH1], length.Mean(), expected)
	atMost := func(what Decision, chance float64) {
		limit := chance + 3*math.Sqrt(chance*(1-chance)/float64(tests))
		if share := float64(says[what]) / float64(tests); share > limit {
			t.Errorf("%s: %v in %.2f %% of tests, want at most %.2f", c.name, what, 100*share, 100*limit)
		}
	}
	if c.at <= c.h.E0 {
		atMost(AcceptH1, c.h.Alpha)
	}
	if c.at >= c.h.E1 {
		atMost(AcceptH0, c.h.Beta)
	}
	if m := length.Mean(); m < c.under*expected || m > c.over*expected {
		t.Errorf("%s: %.0f pairs, %.0f expected", c.name, m, expected)
	}
}

// numberOf returns how many simulations there is time for.
func numberOf(all int) int {
	if testing.Short() {
		return all / 8
	}
	return all
}

// rarePair is of players that differ in one pair of 25 only.
func rarePair(rng *rand.Rand, effect float64) float64 {
	switch u := rng.Float64(); {
	case u < 0.01+effect/2:
		return 1
	case u < 0.02:
		return -1
	case u < 0.03:
		return 0.5
	case u < 0.04:
		return -0.5
	}
	return 0
}

// pairShare is the share of a pair won, 0, ½ or 1; share is that of games.
func pairShare(rng *rand.Rand, share float64) float64 {
	switch u := rng.Float64(); {
	case u < share-0.25:
		return 1
	case u < share+0.25:
		return 0.5
	}
	return 0
}

// TestErrorRates has pairs of games decide many tests and counts those that are
// wrong.
func TestErrorRates(t *testing.T) {
	for _, c := range []rateCase{
		{"equals", Hypotheses{0, 0.1, 0.05, 0.05}, 0, pairScore, 3, 0.878, 0.9, 1.2},
		{"better", Hypotheses{0, 0.1, 0.05, 0.05}, 0.1, pairScore, 3, 0.906, 0.9, 1.3},
		{"between", Hypotheses{0, 0.1, 0.05, 0.05}, 0.05, pairScore, 3, 0.892, 0.9, 1.2},
		{"much better", Hypotheses{-0.1, 0.1, 0.01, 0.1}, 0.1, pairScore, 3, 0.906, 0.9, 1.3},
		{"much worse", Hypotheses{-0.1, 0.1, 0.01, 0.1}, -0.1, pairScore, 3, 0.906, 0.9, 1.3},
		{"none worse", Hypotheses{-0.08, 0, 0.1, 0.02}, -0.08, pairScore, 3, 0.902, 0.9, 1.2},
		{"rarely different, equals", Hypotheses{0, 0.01, 0.05, 0.05}, 0, rarePair, 3, 0.158, 0.9, 1.5},
		{"rarely different, better", Hypotheses{0, 0.01, 0.05, 0.05}, 0.01, rarePair, 3, 0.158, 0.9, 1.5},
		{"Elo, equals", Hypotheses{0.5, WinOfElo(25), 0.05, 0.05}, 0.5, pairShare, 0.5, 0.354, 0.9, 1.2},
		{"Elo, better", Hypotheses{0.5, WinOfElo(25), 0.05, 0.05}, WinOfElo(25), pairShare, 0.5, 0.354, 0.9, 1.2},
		{"Elo, none worse", Hypotheses{WinOfElo(-25), 0.5, 0.1, 0.02}, WinOfElo(-25), pairShare, 0.5, 0.354, 0.9, 1.2},
	} {
		c.check(t, numberOf(2000))
	}
}

// TestLLR checks the ratio against the form for near hypotheses, and its sign
// and size where they can be seen.
func TestLLR(t *testing.T) {
	test := SPRT{Hypotheses: Hypotheses{0, 0.01, 0.05, 0.05}, Scale: 3}
	if test.LLR() != 0 || test.Decision() != Undecided {
		t.Errorf("before the first observation %v, %v", test.LLR(), test.Decision())
	}
	rng := rand.New(rand.NewPCG(5, 1))
	for range 20_000 {
		test.Add(pairScore(rng, 0.008))
	}
	s := test.Sample()
	near := 20_000 * 0.01 * (2*s.Mean() - 0.01) / (2 * s.Variance())
	if got := test.LLR(); math.Abs(got-near) > 1e-3*math.Abs(near) {
		t.Errorf("ratio %v, want about %v", got, near)
	}
	// All of many observations 0: H0 in time, but not at once.
	test = SPRT{Hypotheses: Hypotheses{0, 0.01, 0.05, 0.05}, Scale: 3}
	for n := 1; test.Decision() == Undecided; n++ {
		if test.Add(0); n > 1000 {
			t.Fatal("a thousand observations of 0 do not decide")
		}
	}
	if s := test.Sample(); test.Decision() != AcceptH0 || s.N() < 500 {
		t.Errorf("%v after %d observations of 0, want H0 after 500 or more", test.Decision(), s.N())
	}
	// Right in the middle, for ever undecided.
	test = SPRT{Hypotheses: Hypotheses{-0.01, 0.01, 0.05, 0.05}, Scale: 3}
	for range 100_000 {
		test.Add(0)
	}
	if test.LLR() != 0 {
		t.Errorf("ratio %v between the hypotheses, want 0", test.LLR())
	}
}

// TestWaldBounds is by hand: log 19 for 5 % twice.
func TestWaldBounds(t *testing.T) {
	h := Hypotheses{0, 1, 0.05, 0.05}
	if lower, upper := h.Bounds(); math.Abs(upper-2.944439) > 1e-6 || math.Abs(lower+2.944439) > 1e-6 {
		t.Errorf("bounds %v and %v, want ±2.944439", lower, upper)
	}
	// The number expected is continuous in the middle.
	if a, b := h.Expected(0.5, 1), h.Expected(0.5001, 1); math.Abs(a/b-1) > 1e-3 {
		t.Errorf("expected %v and %v", a, b)
	}
}

func TestHypothesesValidate(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		h    Hypotheses
		want string
	}{
		{Hypotheses{0, 0, 0.05, 0.05}, "bounds 0 and 0"},
		{Hypotheses{1, 0, 0.05, 0.05}, "bounds 1 and 0"},
		{Hypotheses{nan, 0, 0.05, 0.05}, "bounds NaN"},
		{Hypotheses{0, math.Inf(1), 0.05, 0.05}, "finite"},
		{Hypotheses{0, 1, 0, 0.05}, "alpha is 0,"},
		{Hypotheses{0, 1, 0.5, 0.05}, "alpha is 0.5"},
		{Hypotheses{0, 1, 0.05, nan}, "beta is NaN"},
	} {
		must.Fail(t, c.h.Validate(), c.want, c.h)
	}
	if err := (&Hypotheses{0, 1, 0.05, 0.05}).Validate(); err != nil {
		t.Error(err)
	}
	for d, want := range []string{"undecided", "H0", "H1"} {
		if got := Decision(d).String(); got != want {
			t.Errorf("decision %d is %q, want %q", d, got, want)
		}
	}
}

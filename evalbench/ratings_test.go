package evalbench

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gammonlab/internal/must"
)

// TestFitRatings is worked out by hand: three players, all errors 1, A beats B by
// 1, B beats C by 1, and A beats C by 2.6, not 2. Each rating is the mean of what
// the player scored, over 3 players; the residuals are ∓0.2, and an estimate's
// variance is 2/9, that of a difference 2/3.
func TestFitRatings(t *testing.T) {
	r := must.Get(FitRatings(3, []Comparison{{0, 1, 1, 1, 100}, {1, 2, 1, 1, 200}, {2, 0, -2.6, 1, 300}}))(t)
	for i, want := range []float64{1.2, 0, -1.2} {
		s := r.Rating(i)
		if math.Abs(s.Center-want) > 1e-12 || math.Abs(s.Margin()-1.959964*math.Sqrt(2.0/9)) > 1e-6 || s.N != []int{400, 300, 500}[i] {
			t.Errorf("player %d: %+v, want %v ± %.4f", i, s, want, 1.96*math.Sqrt(2.0/9))
		}
	}
	if d := r.Difference(0, 2); math.Abs(d.Center-2.4) > 1e-12 || math.Abs(d.Margin()-1.959964*math.Sqrt(2.0/3)) > 1e-6 {
		t.Errorf("difference %+v, want 2.4 ± %.4f", d, 1.96*math.Sqrt(2.0/3))
	}
	if math.Abs(r.ChiSquare-0.12) > 1e-12 || r.Freedom != 1 || math.Abs(r.Fit()-0.729034) > 1e-6 {
		t.Errorf("χ² %v with %d degrees of freedom, probability %v, want 0.12, 1, 0.729034", r.ChiSquare, r.Freedom, r.Fit())
	}
	// The difference 2.4 is 2.939 of its standard deviations.
	if l := r.Superiority(0, 2); math.Abs(l-0.998356) > 1e-6 || r.Superiority(1, 1) != 0.5 || math.Abs(r.Superiority(2, 0)-1+l) > 1e-12 {
		t.Errorf("superiority %v, want 0.998356", l)
	}
	if d := r.Difference(1, 1); d.Center != 0 || d.Margin() != 0 {
		t.Errorf("a player is %+v above itself", d)
	}
}

// TestTwoPlayers wants the given difference of two players, at any scale.
func TestTwoPlayers(t *testing.T) {
	for _, se := range []float64{1e-6, 0.01, 1e4} {
		r := must.Get(FitRatings(2, []Comparison{{1, 0, 3 * se, se, 50}}))(t)
		d := r.Difference(1, 0)
		if math.Abs(d.Center/se-3) > 1e-9 || math.Abs(d.Margin()/se-1.959964) > 1e-6 || r.Fit() != 1 {
			t.Errorf("standard error %v: %+v, want 3 ± 1.96 times that", se, d)
		}
	}
}

func TestFitRefuses(t *testing.T) {
	good := Comparison{0, 1, 0, 1, 1}
	for _, c := range []struct {
		players int
		with    Comparison
		want    string
	}{
		{1, good, "1 players"},
		{2, Comparison{0, 2, 0, 1, 1}, "comparison 1: players 0 and 2"},
		{2, Comparison{1, 1, 0, 1, 1}, "comparison 1: players 1 and 1"},
		{2, Comparison{0, 1, math.NaN(), 1, 1}, "mean NaN"},
		{2, Comparison{0, 1, 0, 0, 1}, "standard error 0"},
		{2, Comparison{0, 1, 0, math.Inf(1), 1}, "standard error +Inf"},
		{4, Comparison{2, 3, 0, 1, 1}, "player 2"},
	} {
		if _, err := FitRatings(c.players, []Comparison{good, c.with}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%d players, %+v: error %v, want one with %q", c.players, c.with, err, c.want)
		}
	}
	var unlinked *UnlinkedError
	if _, err := FitRatings(3, []Comparison{good}); !errors.As(err, &unlinked) || unlinked.Player != 2 {
		t.Errorf("error %v, want that player 2 is linked with nobody", err)
	}
}

// TestFitCoverage simulates tournaments of players of known strength, some of
// whom never meet: the intervals of ratings and of differences hold the truth in
// 93 to 97 of 100, and χ² is above its 95 % point in about 5.
func TestFitCoverage(t *testing.T) {
	tournaments := 2000
	if testing.Short() {
		tournaments = 600
	}
	truth := []float64{0.15, 0.05, 0, -0.02, -0.18} // sum 0
	meetings := []struct{ a, b, n int }{{0, 1, 100}, {0, 2, 60}, {1, 2, 200}, {2, 3, 80}, {3, 4, 150}, {1, 4, 40}, {0, 3, 120}}
	rng := rand.New(rand.NewPCG(6, 1))
	ratings, differences, bad := 0, 0, 0
	for range tournaments {
		comparisons := make([]Comparison, len(meetings))
		for i, m := range meetings {
			var s Sample
			for range m.n {
				s.Add(pairScore(rng, truth[m.a]-truth[m.b]))
			}
			comparisons[i] = Comparison{m.a, m.b, s.Mean(), s.StdErr(), m.n}
		}
		r := must.Get(FitRatings(len(truth), comparisons))(t)
		for i := range truth {
			if s := r.Rating(i); s.Contains(truth[i]) {
				ratings++
			}
			if s := r.Difference(i, 4-i); i != 2 && s.Contains(truth[i]-truth[4-i]) {
				differences++
			}
		}
		if r.Fit() < 0.05 {
			bad++
		}
	}
	n := float64(tournaments)
	for what, share := range map[string]float64{"ratings": float64(ratings) / 5 / n, "differences": float64(differences) / 4 / n} {
		if share < 0.93 || share > 0.97 {
			t.Errorf("the intervals of %s hold the truth in %.1f %%", what, 100*share)
		}
	}
	if share := float64(bad) / n; share < 0.025 || share > 0.085 {
		t.Errorf("χ² is beyond its 95 %% point in %.1f %% of tournaments", 100*share)
	}
}

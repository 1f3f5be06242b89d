package evalbench

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestRatingsOfShares checks against values worked out by hand: 400 points of Elo
// are odds of 10 to 1, 2000 points of FIBS at 1 point and 1000 at 4 as well.
func TestRatingsOfShares(t *testing.T) {
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"Elo of half", Elo(0.5), 0},
		{"Elo of 10 to 1", Elo(10.0 / 11), 400},
		{"Elo of 1 to 10", Elo(1.0 / 11), -400},
		{"share at 200", WinOfElo(200), 0.759747},
		{"FIBS of 10 to 1, 1 point", FIBS(10.0/11, 1), 2000},
		{"FIBS of 10 to 1, 4 points", FIBS(10.0/11, 4), 1000},
		{"share at 200, 25 points", WinOfFIBS(200, 25), 0.759747},
		{"share at 100, 1 point", WinOfFIBS(100, 1), 0.528751},
	} {
		if math.Abs(c.got-c.want) > 1e-6 {
			t.Errorf("%s is %.7f, want %.6f", c.name, c.got, c.want)
		}
	}
	for p := 0.01; p < 1; p += 0.01 {
		if got := WinOfElo(Elo(p)); math.Abs(got-p) > 1e-12 {
			t.Errorf("Elo there and back: %v, want %v", got, p)
		}
		if got := WinOfFIBS(FIBS(p, 7), 7); math.Abs(got-p) > 1e-12 {
			t.Errorf("FIBS there and back: %v, want %v", got, p)
		}
	}
}

func TestMap(t *testing.T) {
	var s Sample
	s.AddN(1, 60)
	s.AddN(0, 40)
	share := s.Summary()
	elo := share.Map(Elo, 0, 1)
	if elo.Low != Elo(share.Low) || elo.Center != Elo(share.Center) || elo.High != Elo(share.High) || elo.N != 100 {
		t.Errorf("Elo %+v of %+v", elo, share)
	}
	var won Sample
	won.AddN(1, 3)
	share = won.Summary()
	share.Low, share.High = -0.5, 1.5
	if elo := share.Map(Elo, 0, 1); !math.IsInf(elo.Low, -1) || !math.IsInf(elo.High, 1) {
		t.Errorf("Elo of more than all: %+v, want it infinite", elo)
	}
}

// TestSuperiority draws samples whose true mean is 0: the likelihood is then
// spread evenly, and above 0.95 in one of twenty.
func TestSuperiority(t *testing.T) {
	const samples = 4000
	rng := rand.New(rand.NewPCG(2, 1))
	above, below := 0, 0
	for range samples {
		var s Sample
		for range 100 {
			s.Add(pairScore(rng, 0))
		}
		switch l := s.Superiority(); {
		case l > 0.95:
			above++
		case l < 0.05:
			below++
		}
	}
	// 200 expected; the standard deviation of a count is 14.
	if above < 145 || above > 255 || below < 145 || below > 255 {
		t.Errorf("of %d samples of equals, %d above 95 %%, %d below 5 %%, want about 200", samples, above, below)
	}
	for _, c := range []struct {
		xs   []float64
		want float64
	}{{nil, math.NaN()}, {[]float64{1}, math.NaN()}, {[]float64{0, 0}, 0.5}, {[]float64{1, 1}, 0.875}, {[]float64{-1, -1, -1}, 0.0625}, {[]float64{-1, 1}, 0.5}} {
		var s Sample
		for _, x := range c.xs {
			s.Add(x)
		}
		if got := s.Superiority(); got != c.want && !(math.IsNaN(got) && math.IsNaN(c.want)) {
			t.Errorf("%v: superiority %v, want %v", c.xs, got, c.want)
		}
	}
}

// TestRatingCoverage simulates players of known strength: intervals of Elo and
// FIBS hold the true difference in 93 to 97 of 100 samples.
func TestRatingCoverage(t *testing.T) {
	samples := 4000
	if testing.Short() {
		samples = 1000
	}
	rng := rand.New(rand.NewPCG(3, 1))
	for _, c := range []struct {
		name  string
		truth float64
		n     int
		win   float64
		of    func(float64) float64
	}{
		{"Elo, equals", 0, 200, 0.5, Elo},
		{"Elo 150", 150, 300, WinOfElo(150), Elo},
		{"Elo -300", -300, 500, WinOfElo(-300), Elo},
		{"FIBS 120 at 7", 120, 300, WinOfFIBS(120, 7), func(p float64) float64 { return FIBS(p, 7) }},
		{"FIBS 250 at 1", 250, 300, WinOfFIBS(250, 1), func(p float64) float64 { return FIBS(p, 1) }},
	} {
		held := 0
		for range samples {
			var s Sample
			for range c.n {
				if rng.Float64() < c.win {
					s.Add(1)
				} else {
					s.Add(0)
				}
			}
			rating := s.Summary().Map(c.of, 0, 1)
			if rating.Contains(c.truth) {
				held++
			}
		}
		if share := float64(held) / float64(samples); share < 0.93 || share > 0.97 {
			t.Errorf("%s: the interval holds the truth in %.1f %% of samples", c.name, 100*share)
		}
	}
}

// pairScore draws the mean of a pair of games between players whose difference
// is the given number of points: the shares are those of 10,000 games of gnubg's
// nets against td512 at 0 plies with seed 12, made even, and some pairs
// are moved half a point up or down.
func pairScore(rng *rand.Rand, effect float64) float64 {
	u := rng.Float64()
	x := 3.0
	for i, share := range pairShares {
		if u -= share; u < 0 {
			x = float64(i-6) / 2
			break
		}
	}
	if rng.Float64() < 2*math.Abs(effect) {
		x += math.Copysign(0.5, effect)
	}
	return x
}

// pairShares are shares of pairs that score -3 … +3 by halves.
var pairShares = [13]float64{
	0.0001, 0.0011, 0.0145, 0.0777, 0.1221, 0.0965, 0.3760, 0.0965, 0.1221, 0.0777, 0.0145, 0.0011, 0.0001,
}

package evalbench

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// cubefulPairs are pairs of money games with the cube, by the distance of the
// pair's points from 0: 20,000 of gnubg's weights against the net that shipped
// when this was written, 0 plies, Jacoby rule, seed 9.
var cubefulPairs = []struct{ points, pairs int }{
	{0, 5173}, {1, 1668}, {2, 2946}, {3, 2237}, {4, 2331}, {5, 797}, {6, 2831}, {7, 126}, {8, 765}, {9, 120},
	{10, 434}, {11, 1}, {12, 262}, {13, 5}, {14, 72}, {15, 9}, {16, 31}, {17, 22}, {18, 51}, {20, 39}, {22, 1},
	{24, 16}, {26, 2}, {28, 8}, {30, 6}, {31, 4}, {33, 1}, {34, 5}, {36, 9}, {40, 2}, {50, 1}, {60, 1}, {62, 4},
	{63, 3}, {66, 3}, {68, 2}, {72, 1}, {126, 1}, {127, 1}, {129, 1}, {130, 3}, {132, 2}, {254, 1},
	{2050, 1}, {4092, 1},
}

// usualCubes is the distance that all but one pair of 10,000 keep to.
const usualCubes = 254

// cubeful draws means of pairs with the distances of cubefulPairs.
type cubeful struct {
	means, upTo []float64 // distances of a pair's mean, and the share of pairs up to each
	distance    float64   // mean
	sd          float64
}

// newCubeful leaves out the pairs beyond the most points.
func newCubeful(most int) *cubeful {
	c := new(cubeful)
	var distances, squares Sample
	for _, p := range cubefulPairs {
		if p.points > most {
			break
		}
		mean := float64(p.points) / 2
		distances.AddN(mean, p.pairs)
		squares.AddN(mean*mean, p.pairs)
		c.means, c.upTo = append(c.means, mean), append(c.upTo, float64(distances.N()))
	}
	for i := range c.upTo {
		c.upTo[i] /= float64(distances.N())
	}
	c.distance, c.sd = distances.Mean(), math.Sqrt(squares.Mean())
	return c
}

// draw returns the mean of a pair; the effect, their mean, is in how often its
// sign is positive.
func (c *cubeful) draw(rng *rand.Rand, effect float64) float64 {
	i, _ := slices.BinarySearch(c.upTo, rng.Float64())
	if rng.Float64() < 0.5+effect/(2*c.distance) {
		return c.means[i]
	}
	return -c.means[i]
}

// coverage returns the share of samples whose interval holds the mean.
func (c *cubeful) coverage(n int, effect float64) float64 {
	rng := rand.New(rand.NewPCG(7, 1))
	samples, held := numberOf(3000), 0
	for range samples {
		var s Sample
		for range n {
			s.Add(c.draw(rng, effect))
		}
		if sum := s.Summary(); sum.Contains(effect) {
			held++
		}
	}
	return float64(held) / float64(samples)
}

// Cubes of 2, 4, 8 … give scores with long tails. The error rates of the tests
// are still within their bounds, and the tests are not longer, since scores
// seem to vary less before a high cube.
func TestErrorRatesWithTheCube(t *testing.T) {
	games := newCubeful(usualCubes)
	for _, c := range []rateCase{
		{"equals", Hypotheses{0, 0.2, 0.05, 0.05}, 0, games.draw, 8, games.sd, 0.8, 1.2},
		{"better", Hypotheses{0, 0.2, 0.05, 0.05}, 0.2, games.draw, 8, games.sd, 0.8, 1.2},
		{"equals, few pairs", Hypotheses{0, 0.5, 0.05, 0.05}, 0, games.draw, 8, games.sd, 0.8, 1.2},
		{"better, few pairs", Hypotheses{0, 0.5, 0.05, 0.05}, 0.5, games.draw, 8, games.sd, 0.8, 1.2},
		{"none worse", Hypotheses{-0.3, 0, 0.1, 0.02}, -0.3, games.draw, 8, games.sd, 0.8, 1.2},
	} {
		c.check(t, numberOf(1500))
	}
}

// Intervals contain the true mean also with such tails.
func TestCoverageWithTheCube(t *testing.T) {
	games := newCubeful(usualCubes)
	for _, n := range []int{30, 200, 1500} {
		for _, effect := range []float64{0, 0.4} {
			share := games.coverage(n, effect)
			t.Logf("%d pairs, mean %v: %.1f %%", n, effect, 100*share)
			if share < 0.93 || share > 0.97 {
				t.Errorf("%d pairs, mean %v: the interval holds it in %.1f %% of samples", n, effect, 100*share)
			}
		}
	}
}

// One pair of 10,000 with a cube of 1024 or more contributes nearly all of the
// variance. The error rates are then higher, but not by much.
func TestRareCubes(t *testing.T) {
	games := newCubeful(math.MaxInt)
	if usual := newCubeful(usualCubes); games.sd < 5*usual.sd {
		t.Errorf("deviations %.2f and %.2f, want another size", games.sd, usual.sd)
	}
	rng := rand.New(rand.NewPCG(8, 1))
	h := Hypotheses{0, 0.5, 0.05, 0.05}
	tests := numberOf(1500)
	for _, at := range []float64{h.E0, h.E1} {
		wrong := 0
		for range tests {
			d, _ := simulate(h, 8, func() float64 { return games.draw(rng, at) })
			if (d == AcceptH1) != (at == h.E1) {
				wrong++
			}
		}
		share := float64(wrong) / float64(tests)
		t.Logf("mean %v: wrong %.1f %%", at, 100*share)
		if share > 0.1 {
			t.Errorf("mean %v: %.1f %% of tests are wrong", at, 100*share)
		}
	}
	for _, n := range []int{200, 1500} {
		share := games.coverage(n, 0.4)
		t.Logf("%d pairs: %.1f %%", n, 100*share)
		if share < 0.9 || share > 0.985 {
			t.Errorf("%d pairs: the interval holds the mean in %.1f %% of samples", n, 100*share)
		}
	}
}

package fit

import (
	"math"
	"math/rand/v2"

	"gammonlab/internal/seed"
	"gammonlab/rating"
	"gammonlab/rating/simulate"
)

// law is a relation by which R follows from error rates, with the players of a
// study.
type law struct {
	lengths []int
	pairs   [][4]float32 // noise of A's plays and cube, of B's
	matches int          // of each pair and length
	r       func(a, b Rates, length int) float64

	exact bool // every match has the same errors and its chance as the result
}

// The manual's grids.
var (
	partOne = [][4]float32{
		{0, 0, 0.005, 0.005}, {0, 0, 0.015, 0.015}, {0, 0, 0.02, 0.02}, {0, 0, 0.04, 0.04}, {0, 0, 0.06, 0.06},
		{0.04, 0.04, 0.06, 0.06},
	}
	partTwo = func() (pairs [][4]float32) {
		for _, checker := range []float32{0, 0.02, 0.04, 0.06} {
			for _, cube := range []float32{0.05, 0.1, 0.4, 0.8} {
				pairs = append(pairs, [4]float32{0, 0, checker, cube})
			}
		}
		return pairs
	}()
)

// trueRates returns the error rates of noise by these laws; the figures are
// similar to those of nets.
func trueRates(checker, cube float32) Rates {
	const plays, cubes = 30.0, 8.0 // in a game, as in draw
	r := Rates{Play: 0.6 * float64(checker), Cube: 0.3 * float64(cube)}
	r.Decision = (plays*r.Play + cubes*r.Cube) / (plays + cubes)
	return r
}

// linearLaw and bilinearLaw are laws with the manual's coefficients.
func linearLaw(a, b Rates, length int) float64 {
	return manualLinear.at(float64(length)) * (b.Decision - a.Decision)
}

func bilinearLaw(a, b Rates, length int) float64 {
	return rating.Manual.Loss(b.Play-a.Play, b.Cube-a.Cube, length)
}

// draw returns the matches of a study.
func (w *law) draw(number uint64) []simulate.Row {
	var rows []simulate.Row
	rng := rand.New(seed.Stream(7, number))
	for pair, noise := range w.pairs {
		a, b := trueRates(noise[0], noise[1]), trueRates(noise[2], noise[3])
		for _, n := range w.lengths {
			chance := rating.WinProbability(w.r(a, b, n), n)
			for m := range w.matches {
				r := simulate.Row{
					Pair: int32(pair), Length: int32(n), Match: int32(m), Seed: number,
					CheckerA: noise[0], CubeA: noise[1], CheckerB: noise[2], CubeB: noise[3],
					Won: rng.Float64() < chance, Luck: chance, Games: int32(n),
				}
				games, spread := 4+rng.IntN(n+1), 0.25
				if w.exact {
					games, spread = 5, 0
				}
				r.PlaysA, r.CubesA = int32(30*games), int32(8*games)
				r.PlaysB, r.CubesB = r.PlaysA, r.CubesA
				around := func(x float64) float64 { return x * (1 + spread*(2*rng.Float64()-1)) }
				r.Luck += spread * rng.NormFloat64()
				r.PlayErrorA, r.CubeErrorA = float64(r.PlaysA)*around(a.Play), float64(r.CubesA)*around(a.Cube)
				r.PlayErrorB, r.CubeErrorB = float64(r.PlaysB)*around(b.Play), float64(r.CubesB)*around(b.Cube)
				rows = append(rows, r)
			}
		}
	}
	return rows
}

// closeTo reports whether two numbers are equal, except for a relative error.
func closeTo(got, want, relative float64) bool {
	return math.Abs(got-want) <= relative*max(1, math.Abs(want))
}

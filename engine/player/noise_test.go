package player

import (
	"math"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
)

// TestNoiseHasItsSize measures the equity of one position in many games: five
// independent errors of σ, of which that of winning counts twice, have the
// deviation σ·√8.
func TestNoiseHasItsSize(t *testing.T) {
	const sigma, games = 0.01, 20_000
	n := newNoisy(nil, Noise{Plays: sigma})
	pos := board.Backgammon.Start()
	p := engine.Probabilities{0.5, 0.3, 0.1, 0.3, 0.1} // so far apart that nothing is put in order
	var sum, squares float64
	for game := range uint64(games) {
		n.NewGame(game)
		e := float64(n.noisyEquity(&pos, &p))
		sum, squares = sum+e, squares+e*e
	}
	mean := sum / games
	deviation := math.Sqrt(squares/games - mean*mean)
	want := sigma * math.Sqrt(8)
	// Four standard errors of a mean and of a standard deviation.
	if tolerance := 4 * want / math.Sqrt(games); math.Abs(mean) > tolerance {
		t.Errorf("mean %.6f, want 0 ± %.6f", mean, tolerance)
	}
	if tolerance := 4 * want / math.Sqrt(2*games); math.Abs(deviation-want) > tolerance {
		t.Errorf("standard deviation %.6f, want %.6f ± %.6f", deviation, want, tolerance)
	}
}

// With any noise, the equity is that of ordered probabilities.
func TestNoisyEquityStaysInBounds(t *testing.T) {
	n := newNoisy(nil, Noise{Plays: 1})
	pos := board.Position{Own: board.Side{0: 3, 1: 12}, Opp: board.Side{0: 2, 6: 13}}
	for game := range uint64(1000) {
		n.NewGame(game)
		p := engine.Probabilities{0.9, 0, 0, 0, 0}
		// Neither side can win a gammon.
		if e := n.noisyEquity(&pos, &p); e < -1 || e > 1 {
			t.Fatalf("game %d: equity %v, want -1 to 1", game, e)
		}
	}
}

// TestGnubgShares has chances err by gnubg's shares of the noise.
func TestGnubgShares(t *testing.T) {
	const sigma, games = 0.01, 20_000
	n := newNoisy(nil, Noise{Gnubg: true})
	pos := board.Backgammon.Start()
	p := engine.Probabilities{0.5, 0.3, 0.1, 0.3, 0.1}
	var squares [engine.Outputs]float64
	for game := range uint64(games) {
		n.NewGame(game)
		noisy := n.noisy(&pos, &p, playStream, sigma)
		for k := range noisy {
			squares[k] += math.Pow(float64(noisy[k]-p[k]), 2)
		}
	}
	for k, share := range []float64{1, 0.25, 0.01, 0.25, 0.01} {
		// Four standard errors of a standard deviation.
		want := sigma * share
		if got, tolerance := math.Sqrt(squares[k]/games), 4*want/math.Sqrt(2*games); math.Abs(got-want) > tolerance {
			t.Errorf("output %d: standard deviation %.7f, want %.7f ± %.7f", k, got, want, tolerance)
		}
	}
}

package generate

import (
	"context"
	"math/rand/v2"

	"gammonlab/engine/bearoff/internal/bearofftest"
)

// hypers has the databases that several tests read.
var hypers = bearofftest.Hyper{Make: func(ctx context.Context, path string, checkers int) error {
	return Hyper(ctx, path, HyperOptions{Checkers: checkers})
}}

// randomPlayable returns the numbers of two sides that can play on.
func randomPlayable(rng *rand.Rand, boards []hyperBoard) (own, opp int) {
	for {
		own, opp = rng.IntN(len(boards)), rng.IntN(len(boards))
		if c := hyperClassOf(&boards[own], &boards[opp]); c == hyperRace || c == hyperContact {
			return own, opp
		}
	}
}

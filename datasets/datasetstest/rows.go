package datasetstest

import (
	"fmt"
	"math/rand/v2"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/engine"
	"gammonlab/internal/seed"
)

// Rows returns rows of all kinds, of different positions from random games
// of the variant.
func Rows(n int, v board.Variant, seedOf uint64) []datasets.Row {
	source := seed.Stream(seedOf, 0)
	rng, dice := rand.New(source), board.NewDice(source)
	seen := map[board.Key]bool{}
	var rows []datasets.Row
	for {
		for pos := v.Start(); pos.Result() == 0; {
			if !seen[pos.Key()] {
				seen[pos.Key()] = true
				if rows = append(rows, Row(pos, rng)); len(rows) == n {
					return rows
				}
			}
			if plays := board.Plays(pos, dice.Next()); len(plays) > 0 {
				pos = plays[rng.IntN(len(plays))].Result
			} else {
				pos = pos.Swap()
			}
		}
	}
}

// Row labels a position somehow.
func Row(pos board.Position, rng *rand.Rand) datasets.Row {
	r := datasets.NewRow(pos)
	r.Seed, r.Source = rng.Uint64(), []string{"self-play", "", "a match, é", "self-play"}[rng.IntN(4)]
	if r.Method = datasets.Methods()[rng.IntN(len(datasets.Methods()))]; r.Method == datasets.Unlabelled {
		return r
	}
	win := rng.Float32()
	r.Probabilities = engine.Probabilities{win, win * win, win * win * win, (1 - win) * 0.3, (1 - win) * 0.1}
	r.Probabilities.Correct(&pos) // import refuses labels that the rules exclude
	if rng.IntN(3) > 0 {
		for k := range r.Errors {
			r.Errors[k] = rng.Float32() / 100
		}
		r.EquityError = rng.Float32() / 20
	}
	if rng.IntN(2) > 0 {
		r.Cubeful = 2*win - 1
	}
	r.Trials, r.Labeller = rng.Int32N(5000), fmt.Sprintf("%064x", rng.IntN(3))
	return r
}

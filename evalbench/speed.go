package evalbench

import (
	"context"
	"time"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/player"
	"gammonlab/internal/seed"
	"gammonlab/nets"
)

// Speed is how fast a net is on one thread.
type Speed struct {
	Rolls float64 `json:"rolls_per_second"` // rolls whose legal plays are found, in positions from play
	Evals float64 `json:"evals_per_second"` // positions evaluated, one at a time
	Games float64 `json:"games_per_second"` // games of the net against itself, 0-ply
}

// MeasureSpeed measures a net on one thread, spending about the given time on
// each figure.
func MeasureSpeed(net *nets.Net, variant board.Variant, each time.Duration) (Speed, error) {
	positions, err := samplePositions(net, variant, 2000)
	if err != nil {
		return Speed{}, err
	}
	var generator board.Generator
	var s Speed
	s.Rolls = rate(each, func() int {
		for i := range positions {
			for _, roll := range board.Rolls {
				generator.Plays(&positions[i], roll)
			}
		}
		return len(positions) * len(board.Rolls)
	})
	evaluator := engine.NewStatic(net)
	var answer [1]engine.Probabilities
	s.Evals = rate(each, func() int {
		for i := range positions {
			evaluator.Evaluate(answer[:], positions[i:i+1])
		}
		return len(positions)
	})
	begin := uint64(0)
	s.Games = rate(each, func() int {
		const games = 20
		begin++
		m := selfMatch(net, variant, games, begin)
		_, err = m.Run(context.Background())
		return games
	})
	return s, err
}

// rate repeats work, which returns how much it did, for about the given time
// and returns how much was done in a second.
func rate(each time.Duration, work func() int) float64 {
	work() // caches fill and buffers grow
	begin, done := time.Now(), 0
	for time.Since(begin) < each {
		done += work()
	}
	return float64(done) / time.Since(begin).Seconds()
}

// selfMatch returns a match of the net against itself on one thread.
func selfMatch(net *nets.Net, variant board.Variant, games int, matchSeed uint64) *Match {
	return &Match{
		A: player.NewGreedy(net), B: player.NewGreedy(net),
		Variant: variant, Games: games, Seed: matchSeed, Workers: 1,
	}
}

// samplePositions returns positions from games of the net against itself, each
// seen by the player on roll.
func samplePositions(net *nets.Net, variant board.Variant, n int) ([]board.Position, error) {
	evaluator := engine.NewStatic(net)
	var generator board.Generator
	var positions []board.Position
	dice := board.NewDice(seed.Stream(1, 0))
	pos := variant.Start()
	for len(positions) < n {
		roll, err := dice.Roll()
		if err != nil {
			return nil, err
		}
		positions = append(positions, pos)
		if plays := generator.Plays(&pos, roll); len(plays) > 0 {
			best, _ := evaluator.Best(&pos, plays)
			pos = plays[best].Result
		} else {
			pos = pos.Swap()
		}
		if pos.Result() != 0 {
			pos = variant.Start()
		}
	}
	return positions, nil
}

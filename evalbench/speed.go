package evalbench

import (
	"context"
	"fmt"
	"time"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/player"
	"gammonlab/engine/search"
	"gammonlab/internal/seed"
	"gammonlab/internal/workers"
	"gammonlab/nets"
)

// Speed is how fast an evaluator is on one thread.
type Speed struct {
	Rolls   float64 `json:"rolls_per_second"`        // rolls whose legal plays are found, in positions from play
	Evals   float64 `json:"evals_per_second"`        // positions from play evaluated, many in a batch
	Singles float64 `json:"single_evals_per_second"` // the same one by one
	Targets float64 `json:"targets_per_second"`      // exact targets: positions evaluated one ply ahead over all rolls
	Games   float64 `json:"games_per_second"`        // games of the evaluator against itself, 0-ply

	// Of exact targets if the model's pruning nets, which Targets uses, do not
	// choose plays; 0 if it has none.
	TargetsOfAllPlays float64 `json:"targets_of_all_plays_per_second,omitempty"`

	// Of exact targets if they choose by [engine.Narrow]; 0 if there are none.
	TargetsOfFewPlays float64 `json:"targets_of_few_plays_per_second,omitempty"`

	Classes []ClassSpeed `json:"classes"`
}

// ClassSpeed is how fast positions of one class are evaluated.
type ClassSpeed struct {
	Class string  `json:"class"`
	Share float64 `json:"share"`                          // of the positions from play
	Evals float64 `json:"evals_per_second"`               // in batches
	Nets  float64 `json:"net_evals_per_second,omitempty"` // without finding the inputs; 0 if no net is asked
}

const (
	speedPositions = 20_000 // from play, so that there are some of each class
	speedSample    = 1000   // of them, of all classes or of one
)

// MeasureSpeed measures an evaluator on one thread, spending about the given
// time on each figure. It stops with an error when ctx is cancelled.
func MeasureSpeed(ctx context.Context, e engine.Evaluator, variant board.Variant, each time.Duration) (Speed, error) {
	evaluator := engine.NewFull(e)
	all, err := samplePositions(evaluator, variant, speedPositions)
	if err != nil {
		return Speed{}, err
	}
	var s Speed
	sample := all[:speedSample]
	r := rater{ctx, each}
	s.Rolls = r.rolls(sample)
	s.Evals = r.batches(evaluator, sample)
	var answer [1]engine.Probabilities
	s.Singles = r.rate(func() int {
		for i := range sample {
			evaluator.Evaluate(answer[:], sample[i:i+1])
		}
		return len(sample)
	})
	s.Targets = r.targets(search.NewChooser(evaluator, true, engine.Sieve{}, nil), sample)
	if evaluator.Prunes() {
		s.TargetsOfAllPlays = r.targets(search.NewChooser(evaluator, false, engine.Sieve{}, nil), sample)
		s.TargetsOfFewPlays = r.targets(search.NewChooser(evaluator, true, engine.Narrow(), nil), sample)
	}
	begin := uint64(0)
	s.Games = r.rate(func() int {
		const games = 20
		begin++
		m := selfMatch(evaluator, variant, games, begin)
		_, err = m.Run(ctx)
		return games
	})
	s.Classes = r.classes(evaluator, all)
	if err := workers.Interrupted(ctx); err != nil {
		return Speed{}, fmt.Errorf("evalbench: %w", err)
	}
	return s, err
}

// rater measures how much is done in a second.
type rater struct {
	ctx  context.Context
	each time.Duration // for one figure
}

// rolls returns how many rolls a second are turned into their plays.
func (r *rater) rolls(positions []board.Position) float64 {
	var generator board.Generator
	return r.rate(func() int {
		for i := range positions {
			for _, roll := range board.Rolls {
				generator.Plays(&positions[i], roll)
			}
		}
		return len(positions) * len(board.Rolls)
	})
}

// batches returns how many positions a second are evaluated in a batch.
func (r *rater) batches(evaluator engine.Evaluator, positions []board.Position) float64 {
	answers := make([]engine.Probabilities, len(positions))
	return r.rate(func() int {
		evaluator.Evaluate(answers, positions)
		return len(positions)
	})
}

// targets returns how many exact targets a second are computed.
func (r *rater) targets(exact *search.Chooser, positions []board.Position) float64 {
	next := 0
	return r.rate(func() int {
		const some = 20
		for range some {
			exact.Evaluate(&positions[next])
			next = (next + 1) % len(positions)
		}
		return some
	})
}

// classes measures each class that occurs in the positions.
func (r *rater) classes(evaluator *engine.Full, all []board.Position) []ClassSpeed {
	byClass := map[engine.Class][]board.Position{}
	for _, pos := range all {
		class := evaluator.ClassOf(&pos)
		byClass[class] = append(byClass[class], pos)
	}
	var speeds []ClassSpeed
	for _, class := range engine.Classes() {
		positions := byClass[class]
		if len(positions) == 0 {
			continue
		}
		share := float64(len(positions)) / float64(len(all))
		positions = positions[:min(len(positions), speedSample)]
		speeds = append(speeds, ClassSpeed{
			Class: class.String(), Share: share,
			Evals: r.batches(evaluator, positions),
			Nets:  r.net(evaluator, class, positions),
		})
	}
	return speeds
}

// net returns how many positions a second the net of the class evaluates
// when its inputs are at hand, 0 if the class has no net.
func (r *rater) net(evaluator *engine.Full, class engine.Class, positions []board.Position) float64 {
	static, ok := evaluator.Unwrap().(*engine.Static)
	if !ok || static.Net(class) == nil {
		return 0
	}
	net := static.Net(class)
	const rows = 32
	var batches []*nets.Pass
	for len(positions) > 0 {
		n := min(len(positions), rows)
		pass := net.NewPass(n)
		for i := range n {
			idx, val := pass.SparseInput(i)
			pass.SetSparse(i, net.Set().ExtractSparse(idx, val, &positions[i]))
		}
		batches, positions = append(batches, pass), positions[n:]
	}
	return r.rate(func() int {
		n := 0
		for _, pass := range batches {
			pass.ForwardSparse(pass.Rows())
			n += pass.Rows()
		}
		return n
	})
}

// rate repeats work, which returns how much it did, for about the time of a
// figure and returns how much was done in a second.
func (r *rater) rate(work func() int) float64 {
	work() // caches fill and buffers grow
	begin, done := time.Now(), 0
	for time.Since(begin) < r.each && r.ctx.Err() == nil {
		done += work()
	}
	return float64(done) / time.Since(begin).Seconds()
}

// selfMatch returns a match of the evaluator against itself on one thread.
func selfMatch(evaluator *engine.Full, variant board.Variant, games int, matchSeed uint64) *Match {
	return &Match{
		A: player.NewGreedy(evaluator.Clone()), B: player.NewGreedy(evaluator.Clone()),
		Variant: variant, Games: games, Seed: matchSeed, Workers: 1,
	}
}

// samplePositions returns positions from games of the evaluator against itself, each
// seen by the player on roll.
func samplePositions(evaluator *engine.Full, variant board.Variant, n int) ([]board.Position, error) {
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

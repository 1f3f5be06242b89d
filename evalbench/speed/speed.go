// Package speed measures how fast a computer evaluates, plays and trains.
//
// Not for other modules.
package speed

import (
	"context"
	"time"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/named"
	"gammonlab/engine/player"
	"gammonlab/engine/search"
	"gammonlab/evalbench"
	"gammonlab/internal/cputime"
	"gammonlab/internal/seed"
	"gammonlab/internal/workers"
	"gammonlab/nets"
	"gammonlab/nets/kernel"
	"gammonlab/nets/learn"
)

// Rates are the speeds of an evaluator on one thread.
type Rates struct {
	Rolls   float64 `json:"rolls_per_second" unit:"rolls/s" better:"higher" meaning:"rolls whose legal plays are generated on one thread, which depends on the machine"`                     // rolls in positions from games whose legal plays are generated
	Evals   float64 `json:"evals_per_second" unit:"positions/s" better:"higher" table:"true" meaning:"evaluations in batches on one thread, which depends on the machine"`                   // evaluations per second of positions from games, many in a batch
	Singles float64 `json:"single_evals_per_second" unit:"positions/s" better:"higher" meaning:"evaluations one by one on one thread, which depends on the machine"`                         // evaluations per second of the same positions one by one
	Targets float64 `json:"targets_per_second" unit:"positions/s" better:"higher" meaning:"exact targets, 1-ply evaluations over all rolls on one thread, which depends on the machine"`     // exact targets: 1-ply evaluations of positions over all rolls
	Games   float64 `json:"games_per_second" unit:"games/s" better:"higher" table:"true" meaning:"games of the model against itself at 0 plies on one thread, which depends on the machine"` // games of the evaluator against itself, 0-ply

	// Exact targets per second without the model's pruning nets, which Targets uses; 0
	// if it has none.
	TargetsOfAllPlays float64 `json:"targets_of_all_plays_per_second,omitempty"`

	// Exact targets per second with pruning by [engine.Narrow]; 0 without pruning nets.
	TargetsOfFewPlays float64 `json:"targets_of_few_plays_per_second,omitempty"`

	Classes []Class `json:"classes"`
}

// Class is the speed of evaluating positions of one class.
type Class struct {
	Class string  `json:"class"`
	Share float64 `json:"share"`                          // share of the positions from play
	Evals float64 `json:"evals_per_second"`               // evaluations in batches
	Nets  float64 `json:"net_evals_per_second,omitempty"` // without computing the inputs; 0 if the class has no net

	// Share of the core's limit in single precision that Nets is, if each product counts;
	// products with zeros are skipped, so it may be above 1.
	Limit float64 `json:"share_of_limit,omitempty"`
}

// Step is the speed of training a net of the model's largest shape with minibatches, on
// one thread.
type Step struct {
	Shape     string         `json:"shape"`
	Precision nets.Precision `json:"precision"`
	Batch     int            `json:"batch"`
	Rate      float64        `json:"examples_per_second"`
	Limit     float64        `json:"share_of_limit"` // of the core's limit in the precision, as for Class
}

const (
	fromGames = 20_000 // positions from games, enough for some of each class
	sampled   = 1000   // size of a sample of these positions, of all classes or of one
)

// Measure measures an evaluator on one thread, spending about the given time on
// each number. Rates are per second of processor time, where the system knows it. It stops with an error when ctx is cancelled.
func Measure(ctx context.Context, e engine.Evaluator, variant board.Variant, peaks kernel.Peaks, each time.Duration) (Rates, error) {
	evaluator := engine.NewFull(e)
	all, err := samplePositions(evaluator, variant, fromGames)
	if err != nil {
		return Rates{}, err
	}
	var s Rates
	sample := all[:sampled]
	r := rater{ctx, each, peaks}
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
		return Rates{}, err
	}
	return s, err
}

// rater measures rates per second.
type rater struct {
	ctx  context.Context
	each time.Duration // time for one measurement
	core kernel.Peaks
}

// rolls returns the number of rolls per second whose plays are generated.
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

// batches returns the number of positions per second evaluated in batches.
func (r *rater) batches(evaluator engine.Evaluator, positions []board.Position) float64 {
	answers := make([]engine.Probabilities, len(positions))
	return r.rate(func() int {
		evaluator.Evaluate(answers, positions)
		return len(positions)
	})
}

// targets returns the number of exact targets per second.
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
func (r *rater) classes(evaluator *engine.Full, all []board.Position) []Class {
	byClass := map[engine.Class][]board.Position{}
	for _, pos := range all {
		class := evaluator.ClassOf(&pos)
		byClass[class] = append(byClass[class], pos)
	}
	var speeds []Class
	for _, class := range engine.Classes() {
		positions := byClass[class]
		if len(positions) == 0 {
			continue
		}
		share := float64(len(positions)) / float64(len(all))
		positions = positions[:min(len(positions), sampled)]
		s := Class{Class: class.String(), Share: share, Evals: r.batches(evaluator, positions)}
		if net := netOf(evaluator, class); net != nil {
			s.Nets = r.net(net, positions)
			s.Limit = s.Nets * operations(net) / r.core.Float32
		}
		speeds = append(speeds, s)
	}
	return speeds
}

// netOf returns the net that evaluates positions of the class, nil if there is none.
func netOf(evaluator *engine.Full, class engine.Class) *nets.Net {
	if static, ok := evaluator.Unwrap().(*engine.Static); ok {
		return static.Net(class)
	}
	return nil
}

// operations returns the number of products and sums of an evaluation by the net.
func operations(net *nets.Net) float64 {
	n := 0
	for i := range net.Layers() {
		l := net.Layer(i)
		n += 2 * l.In * l.Out
	}
	return float64(n)
}

// net returns the number of positions per second that a net evaluates from given inputs.
func (r *rater) net(net *nets.Net, positions []board.Position) float64 {
	const rows = 128
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

// rate repeats work for about the time of a measurement, at least once, and returns the
// amount per second. work returns the amount of each call.
func (r *rater) rate(work func() int) float64 {
	work() // warm up: fill caches, grow buffers
	begin, done := clock(), 0
	for done == 0 || clock()-begin < r.each && r.ctx.Err() == nil {
		done += work()
	}
	return float64(done) / (clock() - begin).Seconds()
}

// started is the time at which the program started.
var started = time.Now()

// clock returns the processor time of this process, which other programs affect less than
// the time of day, or the time since the start if the system does not tell.
func clock() time.Duration {
	if used := cputime.Process(); used > 0 {
		return used
	}
	return time.Since(started)
}

// stepPositions is the number of positions of a step that [MeasureSteps] takes.
const stepPositions = 1024

// MeasureSteps measures steps of training for the largest net of the model, in single
// precision and, with a matrix unit, in bfloat16. The net keeps its weights: the learning
// rate is zero.
func MeasureSteps(ctx context.Context, e *engine.Static, variant board.Variant, peaks kernel.Peaks, each time.Duration) ([]Step, error) {
	positions, err := samplePositions(engine.NewFull(e), variant, stepPositions)
	if err != nil {
		return nil, err
	}
	var net *nets.Net
	for _, n := range e.Model().Nets {
		if net == nil || operations(n) > operations(net) {
			net = n
		}
	}
	var batch learn.Batch
	targets := [nets.Outputs]float32{0.5, 0.1, 0.01, 0.1, 0.01}
	idx, val := make([]int32, net.Set().Len()), make([]float32, net.Set().Len())
	for i := range positions {
		n := net.Set().ExtractSparse(idx, val, &positions[i])
		batch.Add(idx[:n], val[:n], &targets, 1)
	}
	var speeds []Step
	for _, p := range []nets.Precision{nets.Float32, nets.BFloat16} {
		limit := peaks.Float32
		if p == nets.BFloat16 {
			limit = peaks.BFloat16
		}
		if limit == 0 {
			continue
		}
		learner, err := learn.New(net.Clone(), learn.Settings{Loss: learn.CrossEntropy, Method: learn.Adam, Workers: 1, Precision: p})
		if err != nil {
			return nil, err
		}
		r := rater{ctx: ctx, each: each}
		rate := r.rate(func() int {
			_, err = learner.Step(&batch, 0)
			return batch.Len()
		})
		if err != nil {
			return nil, err
		}
		first := net.Layer(0)
		products := 3*operations(net) - 2*float64(first.In*first.Out) // forward, back except to the inputs, gradient
		speeds = append(speeds, Step{net.Spec().String(), p, batch.Len(), rate, rate * products / limit})
	}
	return speeds, workers.Interrupted(ctx)
}

// selfMatch returns a match of the evaluator against itself on one thread.
func selfMatch(evaluator *engine.Full, variant board.Variant, games int, matchSeed uint64) *evalbench.Match {
	return &evalbench.Match{
		A: named.Player{Player: player.NewGreedy(evaluator.Clone())}, B: named.Player{Player: player.NewGreedy(evaluator.Clone())},
		Conditions: evalbench.Conditions{Variant: variant, Seed: matchSeed}, Games: games, Workers: 1,
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

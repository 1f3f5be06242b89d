package enginetest

import (
	"slices"
	"sync"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
)

// sampled returns the number of positions in the suite: several batches of any
// evaluator, and not a multiple of their size.
func sampled() int {
	if testing.Short() {
		return 131
	}
	return 333
}

// TestEvaluator runs the suite on the evaluators that newEvaluator returns.
// Each call must return an evaluator with equal results that can be used by
// another goroutine, usually a clone. The suite compares the evaluator's
// optional interfaces, such as [engine.PlayEvaluator] and [engine.Pruner], with
// Evaluate.
func TestEvaluator(t *testing.T, name string, newEvaluator func() engine.Evaluator) {
	t.Helper()
	t.Run(name, func(t *testing.T) {
		positions := Positions(sampled(), 1)
		answers := evaluate(newEvaluator(), slices.Clone(positions))
		t.Run("order", func(t *testing.T) { testOrder(t, positions, answers) })
		t.Run("finished", func(t *testing.T) { testFinished(t, newEvaluator()) })
		t.Run("alone", func(t *testing.T) { testAlone(t, newEvaluator(), positions, answers) })
		t.Run("reversed", func(t *testing.T) { testReversed(t, newEvaluator(), positions, answers) })
		t.Run("clones", func(t *testing.T) { testClones(t, newEvaluator, positions, answers) })
		t.Run("plays", func(t *testing.T) { testPlays(t, engine.NewFull(newEvaluator()), positions) })
		t.Run("full clones", func(t *testing.T) {
			full := engine.NewFull(newEvaluator())
			testClones(t, func() engine.Evaluator { return full.Clone() }, positions, answers)
		})
	})
}

func evaluate(e engine.Evaluator, positions []board.Position) []engine.Probabilities {
	answers := make([]engine.Probabilities, len(positions))
	e.Evaluate(answers, positions)
	return answers
}

// testOrder checks that results are probabilities, each at most the one that
// contains it.
func testOrder(t *testing.T, positions []board.Position, answers []engine.Probabilities) {
	for i := range answers {
		if err := answers[i].Check(); err != nil {
			t.Errorf("%s: %v", positions[i].ID(), err)
		}
	}
}

// testFinished checks that finished games are exact, in a batch and alone.
func testFinished(t *testing.T, e engine.Evaluator) {
	positions := Finished()
	for i, got := range evaluate(e, positions) {
		want := engine.Certain(positions[i].Result())
		if got != want {
			t.Errorf("%s: got %v, want %v", positions[i].ID(), got, want)
		}
		if alone := evaluate(e, positions[i:i+1])[0]; alone != want {
			t.Errorf("%s alone: got %v, want %v", positions[i].ID(), alone, want)
		}
	}
}

// testAlone checks that a result does not depend on the batch and that Evaluate
// does not change the positions.
func testAlone(t *testing.T, e engine.Evaluator, positions []board.Position, answers []engine.Probabilities) {
	queries := slices.Clone(positions)
	e.Evaluate(nil, nil)
	for i := range queries {
		if got := evaluate(e, queries[i:i+1])[0]; got != answers[i] {
			t.Errorf("%s: alone %v, in a batch %v", positions[i].ID(), got, answers[i])
		}
	}
	if !slices.Equal(queries, positions) {
		t.Error("evaluating changed positions")
	}
}

// testReversed checks that a result does not depend on the index in a batch.
func testReversed(t *testing.T, e engine.Evaluator, positions []board.Position, answers []engine.Probabilities) {
	reversed := slices.Clone(positions)
	slices.Reverse(reversed)
	got := evaluate(e, reversed)
	slices.Reverse(got)
	for i := range got {
		if got[i] != answers[i] {
			t.Errorf("%s: %v in one place of a batch, %v in another", positions[i].ID(), answers[i], got[i])
		}
	}
}

// testClones checks that evaluators of several goroutines do not affect each
// other; run it with -race.
func testClones(t *testing.T, newEvaluator func() engine.Evaluator, positions []board.Position, answers []engine.Probabilities) {
	var group sync.WaitGroup
	for range 4 {
		e := newEvaluator()
		group.Go(func() {
			if got := evaluate(e, positions); !slices.Equal(got, answers) {
				t.Error("a clone at work beside others gives other answers")
			}
		})
	}
	group.Wait()
}

// rounding is the maximal difference of a probability between EvaluatePlays and
// Evaluate: gnubg's sigmoid jumps by 0.0012.
const rounding = 0.002

// testPlays checks that all methods for plays agree with each other and with
// Evaluate, and that pruning keeps some of the plays.
func testPlays(t *testing.T, f *engine.Full, positions []board.Position) {
	for i := range positions {
		pos := &positions[i]
		roll := board.Rolls[i%len(board.Rolls)]
		plays := board.Plays(*pos, roll)
		if len(plays) == 0 {
			continue
		}
		var results []board.Position
		for _, play := range plays {
			results = append(results, play.Result)
		}
		best, worth := f.Best(pos, plays)
		ranked := f.Rank(pos, plays)
		if ranked[0].Play.Result != plays[best].Result || ranked[0].Probabilities != worth || len(ranked) != len(plays) {
			t.Errorf("%s, %v: Best has %s, the first of %d by Rank of %d is %s", pos.ID(), roll,
				plays[best].Result.ID(), len(ranked), len(plays), ranked[0].Play.Result.ID())
		}
		if alone := evaluate(f, results[best:best+1])[0].Swap(); !near(&alone, &worth) {
			t.Errorf("%s, %v: %s is worth %v among plays and %v alone", pos.ID(), roll, results[best].ID(), worth, alone)
		}
		for k, p := range evaluate(f, results) {
			if left := p.Swap(); left.Equity() > worth.Equity()+2*float32(engine.Outputs)*rounding {
				t.Errorf("%s, %v: Best has %v, play %d is worth %v", pos.ID(), roll, worth, k, left)
			}
		}
		for _, by := range []engine.Sieve{{}, engine.Narrow()} {
			kept := sift(f, pos, plays, by)
			if len(kept) == 0 || kept[0] < 0 || int(kept[len(kept)-1]) >= len(plays) || !ascending(kept) {
				t.Errorf("%s, %v: pruning keeps %v of %d plays, want some in ascending order", pos.ID(), roll, kept, len(plays))
			}
		}
	}
}

func near(a, b *engine.Probabilities) bool {
	for k := range a {
		if d := a[k] - b[k]; !(d <= rounding && d >= -rounding) { // so that NaN fails too
			return false
		}
	}
	return true
}

// sift returns the indexes of the plays that the sieve keeps.
func sift(f *engine.Full, pos *board.Position, plays []board.Play, by engine.Sieve) []int32 {
	r := engine.Rolls{Plays: plays, Ends: []int{len(plays)}}
	for i := range plays {
		r.Numbers = append(r.Numbers, int32(i))
	}
	f.SiftRolls(&r, pos, by, nil)
	return r.Numbers
}

func ascending(numbers []int32) bool {
	for i := 1; i < len(numbers); i++ {
		if numbers[i] <= numbers[i-1] {
			return false
		}
	}
	return true
}

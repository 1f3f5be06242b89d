package enginetest

import (
	"slices"
	"sync"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
)

// sampled is how many positions the suite asks for: several batches of any
// evaluator, and not a multiple of their size.
const sampled = 333

// TestEvaluator runs the suite over what newEvaluator returns. Each call must
// return an evaluator with the same answers that another goroutine can use;
// usually it makes a clone.
func TestEvaluator(t *testing.T, name string, newEvaluator func() engine.Evaluator) {
	t.Helper()
	t.Run(name, func(t *testing.T) {
		positions := Positions(sampled, 1)
		answers := evaluate(newEvaluator(), slices.Clone(positions))
		t.Run("order", func(t *testing.T) { testOrder(t, positions, answers) })
		t.Run("finished", func(t *testing.T) { testFinished(t, newEvaluator()) })
		t.Run("alone", func(t *testing.T) { testAlone(t, newEvaluator(), positions, answers) })
		t.Run("reversed", func(t *testing.T) { testReversed(t, newEvaluator(), positions, answers) })
		t.Run("clones", func(t *testing.T) { testClones(t, newEvaluator, positions, answers) })
	})
}

func evaluate(e engine.Evaluator, positions []board.Position) []engine.Probabilities {
	answers := make([]engine.Probabilities, len(positions))
	e.Evaluate(answers, positions)
	return answers
}

// testOrder checks that answers are probabilities and that each is at most what
// it is part of.
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

// testAlone checks that an answer does not depend on the batch and that asking
// does not change the positions.
func testAlone(t *testing.T, e engine.Evaluator, positions []board.Position, answers []engine.Probabilities) {
	asked := slices.Clone(positions)
	e.Evaluate(nil, nil)
	for i := range asked {
		if got := evaluate(e, asked[i:i+1])[0]; got != answers[i] {
			t.Errorf("%s: alone %v, in a batch %v", positions[i].ID(), got, answers[i])
		}
	}
	if !slices.Equal(asked, positions) {
		t.Error("evaluating changed positions")
	}
}

// testReversed checks that an answer does not depend on where in a batch a
// position stands.
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

// testClones checks that evaluators of several goroutines do not disturb each
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

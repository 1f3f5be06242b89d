package enginetest

import (
	"slices"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
)

func TestSuite(t *testing.T) {
	TestEvaluator(t, "pips", func() engine.Evaluator { return Pips{} })
}

// TestPositions checks that the sample holds legal positions of all kinds and
// is the same each time.
func TestPositions(t *testing.T) {
	positions := Positions(2000, 1)
	var races, bars, off int
	for i := range positions {
		pos := &positions[i]
		if err := pos.Validate(board.Backgammon); err != nil {
			t.Errorf("position %d: %v", i, err)
		}
		if pos.Result() != 0 {
			t.Errorf("position %d, %s, is that of a finished game", i, pos.ID())
		}
		if !pos.Contact() {
			races++
		}
		if pos.Own[board.Bar] > 0 {
			bars++
		}
		if pos.Own[board.Off] > 0 {
			off++
		}
	}
	if races < 100 || bars < 100 || off < 100 {
		t.Errorf("%d races, %d on the bar, %d with checkers off: too few of a kind", races, bars, off)
	}
	if !slices.Equal(positions, Positions(2000, 1)) {
		t.Error("the same seed gives other positions")
	}
	if slices.Equal(positions, Positions(2000, 2)) {
		t.Error("another seed gives the same positions")
	}
}

// TestFinished checks that the finished games are over and of every result.
func TestFinished(t *testing.T) {
	seen := map[board.Result]bool{}
	for _, pos := range Finished() {
		if err := pos.Validate(board.Backgammon); err != nil {
			t.Error(err)
		}
		seen[pos.Result()] = true
	}
	for r := board.Result(-3); r <= 3; r++ {
		if seen[r] != (r != 0) {
			t.Errorf("result %d among finished games: %t", r, seen[r])
		}
	}
}

func TestFake(t *testing.T) {
	start, finished := board.Backgammon.Start(), Finished()[0]
	want := engine.Probabilities{0.5, 0.25}
	f := Fake{TB: t, Answers: map[board.Position]engine.Probabilities{start: want}}
	got := make([]engine.Probabilities, 2)
	f.Evaluate(got, []board.Position{start, finished})
	if got[0] != want || got[1] != engine.Certain(1) || f.Calls != 2 {
		t.Errorf("answers %v to %d positions", got, f.Calls)
	}
}

func TestScript(t *testing.T) {
	s := NewScript(4, 2)
	for range 2 {
		s.NewGame(1)
		for _, want := range []int{4, 2} {
			if got, err := s.Choose(t.Context(), nil, board.Roll{}, nil); got != want || err != nil {
				t.Errorf("chose %d, %v, want %d", got, err, want)
			}
		}
		if _, err := s.Choose(t.Context(), nil, board.Roll{}, nil); err == nil {
			t.Error("a third choice from a script of two")
		}
	}
	if got, err := s.Clone().Choose(t.Context(), nil, board.Roll{}, nil); got != 4 || err != nil {
		t.Errorf("a clone chose %d, %v, want to begin with 4", got, err)
	}
}

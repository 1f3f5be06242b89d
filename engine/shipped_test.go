package engine_test

import (
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/internal/must"
	"gammonlab/nets"
)

func TestShippedNetsAreSane(t *testing.T) {
	for _, name := range nets.Shipped() {
		m, err := nets.LoadShipped(name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if err := engine.CheckSanity(engine.NewStatic(m, nil), m.Variant); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A shipped net evaluates positions that are easy for a beginner. The bounds
// are wide: any trained net passes, and a random one does not.
func TestShippedNetsKnowWonAndLostPositions(t *testing.T) {
	start := board.Backgammon.Start()
	positions := []board.Position{
		start,
		{Own: board.Side{board.Off: 14, 1: 1}, Opp: board.Side{board.Off: 5, 6: 10}},
		{Own: board.Side{board.Off: 5, 6: 10}, Opp: board.Side{board.Off: 13, 1: 2}},
		{Own: board.Side{6: 3, 5: 3, 4: 3, 3: 2, 2: 2, 1: 2}, Opp: board.Side{board.Bar: 2, 24: 2, 13: 5, 8: 3, 6: 3}},
	}
	bounds := [][2]float32{{0.45, 0.60}, {0.9, 1}, {0, 0.1}, {0.75, 1}}
	for _, name := range nets.Shipped() {
		m := must.Get(nets.LoadShipped(name))(t)
		answers := make([]engine.Probabilities, len(positions))
		engine.NewStatic(m, nil).Evaluate(answers, positions)
		for i, p := range answers {
			if win := p[engine.Win]; win < bounds[i][0] || win > bounds[i][1] {
				t.Errorf("%s: %s wins %v of the games, want %v to %v", name, positions[i].ID(), win, bounds[i][0], bounds[i][1])
			}
		}
	}
}

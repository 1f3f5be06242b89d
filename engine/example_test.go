package engine_test

import (
	"fmt"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/features"
	"gammonlab/nets"
)

// A net evaluates the starting position. This one knows nothing yet: its
// weights are zero, so it gives each of the five outcomes one half.
func ExampleStatic() {
	net, err := nets.New(nets.NewSpec(features.Perspective196{}, nets.Sigmoid, 40))
	if err != nil {
		fmt.Println(err)
		return
	}
	positions := []board.Position{board.Backgammon.Start()}
	answers := make([]engine.Probabilities, len(positions))
	engine.OfNet(net).Evaluate(answers, positions)
	p := answers[0]
	fmt.Printf("win %.2f, gammon %.2f; lose gammon %.2f\n", p[engine.Win], p[engine.WinGammon], p[engine.LoseGammon])
	fmt.Printf("equity %+.3f\n", p.Equity())
	// Output:
	// win 0.50, gammon 0.50; lose gammon 0.50
	// equity +0.000
}

// pips is a custom evaluator: it compares the pip counts.
type pips struct{}

func (pips) Evaluate(dst []engine.Probabilities, positions []board.Position) {
	for i := range positions {
		own, opp := float32(positions[i].Own.Pips()), float32(positions[i].Opp.Pips())
		dst[i] = engine.Probabilities{engine.Win: opp / (own + opp)}
		if r := positions[i].Result(); r != 0 {
			dst[i] = engine.Certain(r)
		}
	}
}

// An evaluator with one method chooses among plays as any other does.
func ExampleFull() {
	pos := board.Position{Own: board.Side{6: 1, 1: 1}, Opp: board.Side{20: 1}}
	plays := board.Plays(pos, board.Roll{6, 5})
	best, worth := engine.NewFull(pips{}).Best(&pos, plays)
	fmt.Printf("%s wins %.0f %%\n", board.FormatPlay(pos, plays[best]), 100*worth[engine.Win])
	// Output: 6/off 1/off wins 100 %
}

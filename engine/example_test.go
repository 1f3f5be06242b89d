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

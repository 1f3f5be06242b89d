package cube_test

import (
	"fmt"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/bearoff"
	"gammonlab/engine/cube"
)

// The decision at 3-0 to 7 in a position with contact, from its chances.
func ExampleStakes_Decide() {
	met, err := cube.NamedMET(cube.DefaultMET)
	if err != nil {
		panic(err)
	}
	stakes, err := cube.Prepare(cube.Match(7, 0, 3, false), met)
	if err != nil {
		panic(err)
	}
	efficiency, start := cube.GnubgEfficiency(), board.Backgammon.Start()
	chances := engine.Probabilities{0.70, 0.25, 0.01, 0.10, 0.00}
	leaf := efficiency.Leaf(&start, engine.Contact, &chances, nil)
	decision := stakes.Decide(&leaf)
	e := decision.Equities
	fmt.Printf("%v: no double %.3f, take %.3f, pass %.3f\n", &decision, e.NoDouble, e.DoubleTake, e.DoublePass)
	fmt.Printf("chance to win the match %.2f%%\n", 100*decision.Values.Optimal)
	// Output:
	// double, pass: no double 0.874, take 1.140, pass 1.000
	// chance to win the match 35.72%
}

// What looking one roll ahead does with values: the average over the rolls of
// the opponent's values, turned round, for the cube where it is and for the cube
// after a double.
func ExampleStakes_Better() {
	stakes, err := cube.Prepare(cube.Money(true, true), nil)
	if err != nil {
		panic(err)
	}
	leaf := cube.Leaf{Efficiency: cube.Same(0.68), Chances: engine.Probabilities{0.3, 0.1, 0, 0.2, 0}} // of the opponent
	noDouble := stakes.Flip(stakes.Swap().Value(&leaf))
	doubled := stakes.Doubled().Flip(stakes.Doubled().Swap().Value(&leaf))
	fmt.Printf("no double %.3f, take %.3f: worth %.3f\n", noDouble, stakes.Take(doubled), stakes.Better(noDouble, doubled))
	// Output:
	// no double 0.672, take 0.796: worth 0.796
}

// A redouble at 4-1 in a match to 7: the values of no redouble, and of a take.
func ExampleStakes_Race() {
	met, err := cube.NamedMET(cube.DefaultMET)
	if err != nil {
		panic(err)
	}
	state := cube.Match(7, 4, 1, false)
	state.Cube, state.Owner = 2, cube.Player
	stakes, err := cube.Prepare(state, met)
	if err != nil {
		panic(err)
	}
	pos, err := board.ParseID("kQcAgEoDAAAAAA", board.Backgammon)
	if err != nil {
		panic(err)
	}
	races := bearoff.NewRaces(6, 6)
	fmt.Printf("%.4f %.4f\n", races.NoDouble(&pos, stakes.Race()), races.NoDouble(&pos, stakes.Doubled().Race()))
	// Output: 0.8671 0.8777
}

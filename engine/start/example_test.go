package start_test

import (
	"fmt"
	"math/rand/v2"

	"gammonlab/board"
	"gammonlab/engine/start"
)

// Half of the games start from the opening, the others from a pool with one position.
func ExampleNew() {
	race := board.Position{Own: board.Side{1: 15}, Opp: board.Side{2: 15}}
	positions, err := start.New(board.Backgammon, 0.5, start.Pool{Name: "race", Weight: 1, Positions: []board.Position{race}})
	if err != nil {
		fmt.Println(err)
		return
	}
	openings := 0
	rng := rand.New(rand.NewPCG(1, 1))
	for range 1000 {
		if _, opening := positions.Draw(rng); opening {
			openings++
		}
	}
	fmt.Println("about half:", openings > 450 && openings < 550)
	// Output:
	// about half: true
}

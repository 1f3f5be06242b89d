package advice_test

import (
	"context"
	"fmt"
	"log"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
	"gammonlab/nets"
)

// The shipped net on the cube in a race of 60 pips against 80.
func ExampleAdviser_Double() {
	model, err := nets.LoadShipped(nets.DefaultNet)
	if err != nil {
		log.Fatal(err)
	}
	adviser := advice.OfStatic(engine.NewStatic(model, nil), advice.Options{})
	stakes, err := adviser.StakesOf(cube.Money(false, false))
	if err != nil {
		log.Fatal(err)
	}
	pos := board.Position{
		Own: board.Side{6: 5, 5: 5, 1: 5},
		Opp: board.Side{7: 5, 6: 5, 3: 5},
	}
	doubling, err := adviser.Double(context.Background(), &pos, stakes)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(doubling.Decision.String())
	// Output:
	// double, pass
}

package rollers_test

import (
	"context"
	"fmt"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/rollers"
	"gammonlab/engine/search"
	"gammonlab/nets"
)

// The opening roll 31 is clear after the search, and 43 is not.
func ExampleRoller() {
	model, err := nets.LoadShipped(nets.DefaultNet)
	if err != nil {
		fmt.Println(err)
		return
	}
	searcher, err := search.New(engine.NewStatic(model, nil), search.Options{Rollers: 1, Depth: search.Depth{Filter: search.Quick()}})
	if err != nil {
		fmt.Println(err)
		return
	}
	adviser := advice.New(searcher, advice.Options{Roller: rollers.Roller{}})
	start := board.Backgammon.Start()
	for _, roll := range []board.Roll{{3, 1}, {4, 3}} {
		d, err := adviser.Decide(context.Background(), &start, roll, nil)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%v: %s, rolled out: %v\n", roll, d.Roller.Level, d.Roller.Trials > 0)
	}
	// Output:
	// 31: roller 1, rolled out: false
	// 43: roller 1, rolled out: true
}

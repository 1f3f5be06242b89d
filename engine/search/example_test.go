package search_test

import (
	"context"
	"fmt"
	"log"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/search"
	"gammonlab/nets"
)

// The shipped net makes its 5 point with an opening 3-1, and is sure of it after
// a look one ply ahead, at all plays: Normal would spare the look to a net that
// sees none near the best.
func ExampleSearcher_Rank() {
	model, err := nets.LoadShipped(nets.DefaultNet)
	if err != nil {
		log.Fatal(err)
	}
	searcher, err := search.New(engine.NewStatic(model, nil), search.Options{Depth: search.Depth{Plies: 1}})
	if err != nil {
		log.Fatal(err)
	}
	pos := board.Backgammon.Start()
	ranked, err := searcher.Rank(context.Background(), &pos, board.Plays(pos, board.Roll{3, 1}))
	if err != nil {
		log.Fatal(err)
	}
	best := ranked[0]
	fmt.Printf("%s, looked at %d ply ahead\n", board.FormatPlay(pos, best.Play), best.Plies)
	// Output:
	// 8/5 6/5, looked at 1 ply ahead
}

func ExampleParseFilter() {
	filter, err := search.ParseFilter("0/8/0.16:skip:0/2/0.04")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(filter.Level(3, 0).Extra, filter.Level(3, 1), filter.Level(3, 2).Threshold)
	// Output:
	// 8 skip 0.04
}

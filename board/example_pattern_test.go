package board_test

import (
	"fmt"
	"log"

	"gammonlab/board"
)

func ExampleParsePattern() {
	p, err := board.ParsePattern("6:5 24:2 blots:0 lead:0")
	if err != nil {
		log.Fatal(err)
	}
	start := board.Backgammon.Start()
	fmt.Println(p.Matches(&start, nil))
	_, err = board.ParsePattern("6:2+ pips<many")
	fmt.Println(err)
	// Output:
	// true
	// term "pips<many": "many" is not a number
}

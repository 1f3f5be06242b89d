package pattern_test

import (
	"fmt"
	"log"

	"gammonlab/board"
	"gammonlab/board/pattern"
)

func ExampleParse() {
	p, err := pattern.Parse("6:5 24:2 blots:0 lead:0")
	if err != nil {
		log.Fatal(err)
	}
	start := board.Backgammon.Start()
	fmt.Println(p.Matches(&start, nil))
	_, err = pattern.Parse("6:2+ pips<many")
	fmt.Println(err)
	// Output:
	// true
	// term "pips<many": "many" is not a number
}

package spots_test

import (
	"fmt"
	"log"

	"gammonlab/board"
	"gammonlab/board/pattern"
	"gammonlab/board/record"
	"gammonlab/engine/spots"
)

// Example finds the plays of a roll in the bear-off.
func Example() {
	match, err := record.Load("../../board/record/testdata/match5.mat")
	if err != nil {
		log.Fatal(err)
	}
	where, err := pattern.Parse("off:5+ pips<10")
	if err != nil {
		log.Fatal(err)
	}
	criteria := spots.Criteria{Where: where, Rolls: []board.Roll{{6, 5}}}
	found, err := criteria.Search(match)
	if err != nil {
		log.Fatal(err)
	}
	for _, s := range found {
		fmt.Println(s.Game, s.Move, s.Name, s.Match.Dice, s.Made)
	}
	// Output:
	// 1 23 root 65 1/off(2)
}

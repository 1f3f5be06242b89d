package pubeval_test

import (
	"context"
	"fmt"
	"log"

	"gammonlab/board"
	"gammonlab/engine/pubeval"
)

// Pubeval makes its 5 point with an opening 3-1.
func ExamplePlayer() {
	pos, roll := board.Backgammon.Start(), board.Roll{3, 1}
	plays := board.Plays(pos, roll)
	chosen, err := pubeval.Player{}.Choose(context.Background(), &pos, roll, plays)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(board.FormatPlay(pos, plays[chosen]))
	// Output:
	// 8/5 6/5
}

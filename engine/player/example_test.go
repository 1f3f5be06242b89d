package player_test

import (
	"context"
	"fmt"

	"gammonlab/board"
	"gammonlab/engine/player"
)

// Pubeval makes its 5 point with an opening 3-1.
func ExamplePubeval() {
	pos := board.Backgammon.Start()
	plays := board.Plays(pos, board.Roll{3, 1})
	chosen, err := player.Pubeval{}.Choose(context.Background(), &pos, board.Roll{3, 1}, plays)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, step := range plays[chosen].Steps() {
		fmt.Printf("%d/%d\n", step.From, step.To)
	}
	// Output:
	// 8/5
	// 6/5
}

func ExampleParse() {
	_, err := player.Parse("gnubg:9", nil)
	fmt.Println(err)
	// Output:
	// "gnubg:9": it has "9" plies, want 0 to 4
}

package player_test

import (
	"context"
	"fmt"
	"log"

	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/engine/player"
	"gammonlab/internal/seed"
)

// A game of pubeval against itself.
func ExampleLoop_Play() {
	loop := player.Loop{
		Players:  [2]player.Chooser{player.Pubeval{}, player.Pubeval{}},
		Names:    [2]string{"one", "other"},
		Dice:     board.NewDice(seed.Stream(1, 0)),
		MaxPlies: 1000,
	}
	state := game.New(game.Rules{})
	state.Thrown = true // the first roll says who begins
	if err := loop.Play(context.Background(), &state); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%v wins %d after %d rolls\n", state.Result.Winner, state.Result.Points, state.Plies)
	// Output:
	// O wins 1 after 45 rolls
}

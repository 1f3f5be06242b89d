package tournament_test

import (
	"context"
	"fmt"

	"gammonlab/engine/player"
	"gammonlab/evalbench"
	"gammonlab/evalbench/stats"
	"gammonlab/evalbench/tournament"
)

// Pubeval is tested against random play; nothing is kept.
func ExampleTest() {
	test := tournament.Test{
		A:          tournament.Player{Name: "pubeval", Player: player.Pubeval{}},
		B:          tournament.Player{Name: "random", Player: player.NewRandom()},
		Hypotheses: stats.Hypotheses{E0: 0, E1: 1, Alpha: 0.05, Beta: 0.05},
		MaxPairs:   1000,
	}
	verdict, err := test.Run(context.Background(), tournament.NewLedger(tournament.Settings{Conditions: evalbench.Conditions{Seed: 1}}))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(verdict.Decision, "after", verdict.Pairs, "pairs")
	// Output:
	// H1 after 9 pairs
}

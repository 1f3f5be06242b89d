package tournament_test

import (
	"context"
	"fmt"

	"gammonlab/engine/player"
	"gammonlab/evalbench"
	"gammonlab/evalbench/tournament"
)

// Pubeval is tested against random play; nothing is kept.
func ExampleTest() {
	test := tournament.Test{
		A:          tournament.Player{Name: "pubeval", Player: player.Pubeval{}},
		B:          tournament.Player{Name: "random", Player: player.NewRandom()},
		Criterion:  tournament.Criterion{Equity: tournament.EquityBounds{0, 1}, Alpha: 0.05, Beta: 0.05, MaxGames: 2000},
		Conditions: evalbench.Conditions{Seed: 1},
	}
	verdict, err := test.Run(context.Background(), tournament.NewLedger(test.Settings()))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(verdict.Decision, "after", verdict.Pairs, "pairs")
	// Output:
	// H1 after 9 pairs
}

package evalbench_test

import (
	"context"
	"fmt"

	"gammonlab/engine/player"
	"gammonlab/evalbench"
)

// A short match: pubeval against random play.
func ExampleMatch() {
	match := evalbench.Match{
		A: player.Pubeval{}, NameA: "pubeval",
		B: player.NewRandom(), NameB: "random",
		Games: 200,
		Seed:  7,
	}
	result, err := match.Run(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	ppg := result.PPG()
	fmt.Printf("%+.2f ± %.2f points per game over %d pairs\n", ppg.Center, ppg.Margin(), ppg.N)
	fmt.Printf("pubeval won %d of %d games, %d gammons\n", result.A.Wins, result.Games, result.A.Gammons)
	// Output:
	// +2.49 ± 0.09 points per game over 100 pairs
	// pubeval won 200 of 200 games, 184 gammons
}

package evalbench_test

import (
	"context"
	"fmt"

	"gammonlab/engine/named"

	"gammonlab/engine/player"
	"gammonlab/evalbench"
)

// A short match: pubeval against random play.
func ExampleMatch() {
	match := evalbench.Match{
		A:          named.Player{Name: "pubeval", Player: player.Pubeval{}},
		B:          named.Player{Name: "random", Player: player.NewRandom()},
		Games:      200,
		Conditions: evalbench.Conditions{Seed: 7},
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

// Two matches are played by turns.
func ExampleSeries() {
	match := func(name string, seed uint64) *evalbench.Match {
		return &evalbench.Match{
			A: named.Player{Player: player.Pubeval{}}, B: named.Player{Player: player.NewRandom()}, Games: 4, Conditions: evalbench.Conditions{Seed: seed},
			Observers: []evalbench.Observer{evalbench.OnItem(func(i *evalbench.Item) error {
				fmt.Println(name, i.Number, i.Points())
				return nil
			})},
		}
	}
	first, second := match("first", 1), match("second", 2)
	series := evalbench.Series{Pieces: []evalbench.Piece{
		{Match: first, Items: 1}, {Match: second, Items: 1}, {Match: first, First: 1, Items: 1},
	}}
	if err := series.Run(context.Background()); err != nil {
		fmt.Println(err)
	}
	// Output:
	// first 0 [3 3]
	// second 0 [2 2]
	// first 1 [3 3]
}

package report_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"gammonlab/engine/named"

	"gammonlab/engine/player"
	"gammonlab/evalbench"
	"gammonlab/evalbench/report"
)

// The page of a match.
func ExampleMatch() {
	match := evalbench.Match{
		A: named.Player{Name: "pubeval", Player: player.Pubeval{}}, B: named.Player{Name: "random", Player: player.NewRandom()}, Games: 40, Conditions: evalbench.Conditions{Seed: 1},
	}
	trace := report.NewTrace(&match)
	match.Observers = []evalbench.Observer{evalbench.OnItem(trace.Add)}
	result, err := match.Run(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	var page strings.Builder
	settings := report.Settings{Command: "gammonlab bench match --a pubeval --b random --games 40 --seed 1"}
	if err := report.Match(&page, result, trace, settings); err != nil {
		log.Fatal(err)
	}
	fmt.Println(strings.Contains(page.String(), "pubeval) is better than B (random)"))
	// Output:
	// true
}

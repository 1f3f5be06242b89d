package rollout_test

import (
	"context"
	"fmt"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/rollout"
	"gammonlab/nets"
)

// Three plays of an opening roll, by trials that end after five half-moves.
func ExampleRun() {
	model, err := nets.LoadShipped(nets.DefaultNet)
	if err != nil {
		fmt.Println(err)
		return
	}
	static := engine.NewStatic(model, nil)
	start, roll := board.Backgammon.Start(), board.Roll{3, 1}
	var plays []board.Play
	for _, candidate := range static.Rank(&start, board.Plays(start, roll))[:3] {
		plays = append(plays, candidate.Play)
	}
	settings := rollout.Defaults()
	settings.Trials, settings.Truncation.Turns = 72, 5
	result, err := rollout.Run(context.Background(), static, rollout.OfPlays(start, plays, nil), settings)
	if err != nil {
		fmt.Println(err)
		return
	}
	best := result.Outcomes[0]
	lead := best.Ahead(&result.Outcomes[1])
	fmt.Printf("%s is far ahead: %t\n", best.Alternative.Name, lead.Distance() > 3)
	// Output: 8/5 6/5 is far ahead: true
}

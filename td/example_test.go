package td_test

import (
	"context"
	"fmt"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/td"
)

// A small net learns a small game: one checker a side.
func ExampleTrainer() {
	cfg := td.DefaultConfig()
	cfg.Variant = board.Hypergammon1.String()
	cfg.Hidden = []int{10}
	cfg.Games, cfg.Segment, cfg.BenchEvery = 2000, 2000, 0
	trainer, err := td.New(cfg)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := trainer.Segment(context.Background(), 1, nil); err != nil {
		fmt.Println(err)
		return
	}

	ahead := board.Position{Own: board.Side{3: 1}, Opp: board.Side{20: 1}}
	var p [2]engine.Probabilities
	engine.OfNet(trainer.Net()).Evaluate(p[:], []board.Position{ahead, ahead.Swap()})
	fmt.Printf("%d games; ahead in the race it wins more than 80%%: %v; behind less than 20%%: %v\n",
		trainer.Games(), p[0][engine.Win] > 0.8, p[1][engine.Win] < 0.2)
	// Output: 2000 games; ahead in the race it wins more than 80%: true; behind less than 20%: true
}

package td_test

import (
	"context"
	"fmt"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/start"
	"gammonlab/nets/learn"
	"gammonlab/td"
)

// A small net learns a small game: one checker a side.
func ExampleTrainer() {
	cfg := td.DefaultConfig()
	cfg.Variant = board.Hypergammon1.String()
	cfg.Hidden = []int{10}
	cfg.Games, cfg.Checkpoint, cfg.BenchEvery = 2000, 2000, 0
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

// Games begin in positions of two pools; the config names them by digest, and the
// trainer takes no others.
func ExampleTrainer_SetStarts() {
	races := start.Pool{Name: "races", Weight: 3, Positions: []board.Position{
		{Own: board.Side{3: 1}, Opp: board.Side{4: 1}}, {Own: board.Side{9: 1}, Opp: board.Side{8: 1}},
	}}
	contacts := start.Pool{Name: "contacts", Weight: 1, Positions: []board.Position{{Own: board.Side{20: 1}, Opp: board.Side{12: 1}}}}
	starts, err := start.New(board.Hypergammon1, 0.5, races, contacts)
	if err != nil {
		fmt.Println(err)
		return
	}
	cfg := td.DefaultBatchConfig()
	cfg.Variant, cfg.Hidden, cfg.Targets, cfg.Lambda = board.Hypergammon1.String(), []int{10}, td.ExactTargets, learn.Constant(0.7)
	cfg.Games, cfg.Checkpoint, cfg.BenchEvery = 200, 200, 0
	cfg.SetStarts(starts)
	trainer, err := td.New(cfg)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := trainer.SetStarts(starts); err != nil {
		fmt.Println(err)
		return
	}
	if err := trainer.Segment(context.Background(), 1, nil); err != nil {
		fmt.Println(err)
		return
	}
	for _, pool := range cfg.Starts {
		fmt.Printf("weight %v: %d positions, sha256 %s…\n", pool.Weight, pool.Positions, pool.SHA256[:8])
	}
	fmt.Println(trainer.SetStarts(start.Opening(board.Hypergammon1)))
	// Output:
	// weight 3: 2 positions, sha256 8d5dc952…
	// weight 1: 1 positions, sha256 5aa04be3…
	// these are not the run's start positions: 0 pools of positions, want 2
}

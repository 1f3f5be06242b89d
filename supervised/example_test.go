package supervised_test

import (
	"context"
	"fmt"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/engine"
	"gammonlab/features"
	"gammonlab/nets/learn"
	"gammonlab/supervised"
)

func ExampleTrain() {
	// Two positions, of which the second is as good as won.
	rows := []datasets.Row{
		{Position: board.Backgammon.Start(), Probabilities: engine.Probabilities{0.52, 0.15, 0.01, 0.13, 0.01}},
		{
			Position:      board.Position{Own: board.Side{1: 1, board.Off: 14}, Opp: board.Side{20: 1, board.Off: 14}},
			Probabilities: engine.Probabilities{1},
		},
	}
	samples := supervised.NewSamples(features.Perspective196{}, board.Backgammon, rows)
	cfg := supervised.DefaultConfig()
	cfg.Nets[0].Hidden, cfg.Epochs, cfg.Patience = []int{4}, 1000, 0
	cfg.Rate = learn.Constant(0.01)
	result, err := supervised.Train(context.Background(), cfg, samples, samples, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	loss := supervised.Measure(result.Net, samples)
	fmt.Println(loss.Divergence() < 0.05, loss.Equity() < 50)
	// Output: true true
}

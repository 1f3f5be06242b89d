package evalbench_test

import (
	"fmt"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/engine"
	"gammonlab/evalbench"
)

// The errors of an evaluator that gives everybody one chance in two.
func ExampleMeasureValues() {
	var rows []datasets.Row
	for _, win := range []float32{0.45, 0.65} {
		row := datasets.NewRow(board.Backgammon.Start())
		row.Method, row.Probabilities = datasets.Rollout, engine.Probabilities{win}
		rows = append(rows, row)
	}
	errors := evalbench.MeasureValues(rows, []engine.Probabilities{{0.5}, {0.5}})
	fmt.Printf("%d positions, %.2f on average, bias %+.2f\n", errors.N, errors.Mean.Center, errors.Bias.Center)
	// Output:
	// 2 positions, 0.20 on average, bias -0.10
}

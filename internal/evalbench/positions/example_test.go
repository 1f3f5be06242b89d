package positions_test

import (
	"context"
	"fmt"

	"gammonlab/engine/player"
	"gammonlab/internal/evalbench/positions"
)

// Pubeval is asked about the benchmark that ships with the program.
func ExampleScore() {
	set := positions.Standard()
	judged, err := positions.Score(context.Background(), set.Decisions, player.Pubeval{}, positions.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	rate := positions.Rates(judged)[0]
	fmt.Printf("%s: %d of %d wrong, %.1f ± %.1f mEq\n", rate.Kind, rate.Wrong, rate.Loss.N, 1000*rate.Loss.Center, 1000*rate.Loss.Margin())
	// Output:
	// play: 103 of 198 wrong, 36.4 ± 8.5 mEq
}

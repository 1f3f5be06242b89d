package evalbench_test

import (
	"fmt"

	"gammonlab/evalbench"
)

func ExampleSample_Summary() {
	var pairs evalbench.Sample // mean points of each pair of games
	pairs.AddN(-1, 300)
	pairs.AddN(0, 900)
	pairs.AddN(1, 400)
	s := pairs.Summary()
	fmt.Printf("%+.1f ± %.1f mEq (95 %%, %d pairs)\n", 1000*s.Center, 1000*s.Margin(), s.N)
	fmt.Println("separable from 0:", !s.Contains(0))
	// Output:
	// +62.5 ± 32.3 mEq (95 %, 1600 pairs)
	// separable from 0: true
}

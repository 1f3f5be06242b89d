package fibs_test

import (
	"fmt"

	"gammonlab/evalbench/fibs"
)

// A player who is rated 100 points higher wins 52.9% of games to one point.
func Example() {
	fmt.Printf("%.1f%%\n", 100*fibs.WinProbability(100, 1))
	fmt.Printf("%.0f points\n", fibs.Difference(0.75, 5))
	// Output:
	// 52.9%
	// 427 points
}

package rating_test

import (
	"fmt"

	"gammonlab/rating"
)

// A player who is 100 points above another and what a match to 5 means to them.
func Example() {
	fmt.Printf("wins %.1f%% of matches to 5\n", 100*rating.WinProbability(100, 5))
	fmt.Printf("a win brings %.2f, a loss %.2f\n",
		rating.Change(100, 5, true, 1000), rating.Change(100, 5, false, 1000))
	fmt.Printf("60%% of matches to 5 are %.0f points\n", rating.Difference(0.6, 5))

	// 8 mEq for each play and 20 for each cube decision.
	fmt.Printf("rated %.0f\n", 2050-rating.Manual.Loss(0.008, 0.020, 7))
	// Output:
	// wins 56.4% of matches to 5
	// a win brings 3.90, a loss -5.04
	// 60% of matches to 5 are 158 points
	// rated 1935
}

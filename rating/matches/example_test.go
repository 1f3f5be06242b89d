package matches_test

import (
	"fmt"

	"gammonlab/engine/analysis"
	"gammonlab/rating/matches"
)

// A match to 7 points in which Ann lost 8 mEq in each of 300 unforced plays.
func ExampleRate() {
	report := &analysis.Report{Length: 7, Names: [2]string{"Ann", "Bob"}}
	ann := &report.Statistics[0]
	ann.Plays.Unforced, ann.Plays.Rate = 300, &analysis.Amount{Equity: 0.008}
	if err := matches.Rate(report); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("by the manual %.0f ± %.0f\n", *ann.Overall.FIBS.Rating, *ann.Overall.FIBS.Interval)
	// Output: by the manual 1950 ± 25
}

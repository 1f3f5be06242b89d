package levels_test

import (
	"fmt"

	"gammonlab/rating/levels"
)

// The noise of an opponent with a rating of about 1900.
func Example() {
	level := levels.Choice("advanced").Level()
	fmt.Println(level)
	fmt.Printf("noise %v in plays, %v in cube actions\n", level.Errors().Plays, level.Errors().Cube)
	// Output:
	// advanced, rating about 1900
	// noise 0.02 in plays, 0.02 in cube actions
}

package ablate_test

import (
	"fmt"

	"gammonlab/features"
	"gammonlab/supervised/ablate"
)

func ExampleGroups() {
	for _, g := range ablate.Groups(features.Tesauro198{}) {
		fmt.Println(g.Name, len(g.Inputs))
	}
	// Output:
	// own home points 24
	// opp back points 24
	// own outer points 48
	// opp outer points 48
	// own back points 24
	// opp home points 24
	// bar 2
	// off 2
	// turn 2
}

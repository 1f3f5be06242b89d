package lambdareturn_test

import (
	"fmt"

	"gammonlab/engine"
	"gammonlab/engine/lambdareturn"
)

// Two steps of a game: with λ = 1/2 the first learns half of by how much the look
// ahead corrects the second.
func ExampleOf() {
	steps := []lambdareturn.Step{
		{Static: engine.Probabilities{0.5}, Exact: engine.Probabilities{0.5}, Lambda: 0.5},
		{Static: engine.Probabilities{0.5}, Exact: engine.Probabilities{0.25}, Lambda: 0.5},
	}
	returns := make([]engine.Probabilities, len(steps))
	lambdareturn.Of(returns, steps)
	fmt.Println(returns[0][engine.Win], returns[1][engine.Win])
	// Output:
	// 0.625 0.25
}

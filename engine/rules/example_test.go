package rules_test

import (
	"encoding/json"
	"fmt"

	"gammonlab/engine/rules"
)

// The settings of a score give the state of the cube.
func ExampleSetup() {
	var s rules.Setup
	if err := json.Unmarshal([]byte(`{"match": 7, "score": "5-3", "cube": 2, "owner": "player"}`), &s); err != nil {
		panic(err)
	}
	state, err := s.State()
	if err != nil {
		panic(err)
	}
	fmt.Println(state.OwnAway, state.OppAway, state.Cube, state.Owner)
	// Output: 2 4 2 player
}

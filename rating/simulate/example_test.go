package simulate_test

import (
	"fmt"
	"log"

	"gammonlab/rating/simulate"
)

func ExampleParseGrid() {
	grid, err := simulate.ParseGrid([]byte(`{
		"name": "small", "lengths": [1, 3, 5], "matches": 100,
		"pairs": [{"a": {"name": "good", "checker": 0, "cube": 0}, "b": {"name": "poor", "checker": 0.1, "cube": 0.3}}]
	}`))
	if err != nil {
		log.Fatal(err)
	}
	grid.Restrict([]int{3, 5})
	fmt.Println(grid.Name, grid.Lengths, len(grid.Pairs)*len(grid.Lengths)*grid.Matches, "matches")
	// Output:
	// small [3 5] 200 matches
}

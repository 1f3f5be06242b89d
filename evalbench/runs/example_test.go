package runs_test

import (
	"fmt"
	"log"

	"gammonlab/evalbench/runs"
)

// Two runs are read, compared and followed.
func Example() {
	all, err := runs.OpenAll([]string{"testdata/first", "testdata/second"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(runs.Compare(all).Text())
	for _, r := range all {
		for _, s := range r.Series(runs.Strength, runs.Games) {
			fmt.Printf("%s:", s.Name())
			for _, v := range s.Values {
				fmt.Printf(" %+.2f after %.0f games", v.Y, v.X)
			}
			fmt.Println()
		}
	}
	// Output:
	// setting  first  second
	// hidden   [10]   [20]
	// lambda   "0"    "0.7"
	// rate     "0.1"  "exp:0.1:0.01"
	// seed     1      2
	// first: -0.94 after 2000 games -0.42 after 4000 games -0.33 after 6000 games
	// second: -0.36 after 2000 games -0.06 after 4000 games -0.16 after 6000 games
}

// A constant is not changed, and neither is any series with the weight 0.
func ExampleSmooth() {
	fmt.Println(runs.Smooth([]float64{0.3, 0.3, 0.3}, 0.9))
	fmt.Println(runs.Smooth([]float64{0, 1, 0}, 0.5))
	fmt.Println(runs.Smooth([]float64{0, 1, 0}, 0))
	// Output:
	// [0.3 0.3 0.3]
	// [0 0.6666666666666666 0.2857142857142857]
	// [0 1 0]
}

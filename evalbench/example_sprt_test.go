package evalbench_test

import (
	"fmt"

	"gammonlab/evalbench"
)

// Pairs are added until the test decides whether the mean is 0 or less, or 0.3
// or more.
func ExampleSPRT() {
	test := evalbench.SPRT{
		Hypotheses: evalbench.Hypotheses{E0: 0, E1: 0.3, Alpha: 0.05, Beta: 0.05},
		Scale:      3, // no pair is further from the mean
	}
	for i := 0; test.Decision() == evalbench.Undecided; i++ {
		test.Add([]float64{0.5, -0.5, 1, 0, 0.5, -1, 1.5}[i%7])
	}
	s := test.Sample()
	lower, upper := test.Bounds()
	fmt.Printf("%v after %d pairs: LLR %.2f, bounds %.2f and %.2f\n", test.Decision(), s.N(), test.LLR(), lower, upper)
	// Output:
	// H1 after 59 pairs: LLR 3.00, bounds -2.94 and 2.94
}

// Three players; the first and the last never met.
func ExampleFitRatings() {
	ratings, err := evalbench.FitRatings(3, []evalbench.Comparison{
		{A: 0, B: 1, Mean: 0.10, StdErr: 0.02, N: 2000},
		{A: 1, B: 2, Mean: 0.05, StdErr: 0.02, N: 2000},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	d := ratings.Difference(0, 2)
	fmt.Printf("%+.3f ± %.3f\n", d.Center, d.Margin())
	// Output:
	// +0.150 ± 0.055
}

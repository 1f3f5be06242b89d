package fairness_test

import (
	"fmt"

	"gammonlab/desk/dice"
	"gammonlab/desk/dice/fairness"
)

// Does the Mersenne Twister throw too many doubles?
func Example() {
	d, err := dice.New(dice.Mersenne, 42)
	if err != nil {
		fmt.Println(err)
		return
	}
	var s fairness.Sample
	for range 36_000 {
		roll, _ := d.Roll()
		s.Add(roll)
	}
	for _, test := range s.Tests() {
		if test.Name == "doubles" {
			fmt.Printf("%.0f doubles, %.0f expected, p %.2f\n", test.Found, test.Expected, test.P)
		}
	}
	// Output: 5966 doubles, 6000 expected, p 0.64
}

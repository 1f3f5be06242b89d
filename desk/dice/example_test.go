package dice_test

import (
	"fmt"

	"gammonlab/desk/dice"
)

// The dice that GNU Backgammon throws after "set rng mersenne" and "set seed 42".
func Example() {
	d, err := dice.New(dice.Mersenne, 42)
	if err != nil {
		fmt.Println(err)
		return
	}
	for range 5 {
		roll, _ := d.Roll()
		fmt.Println(roll)
	}
	// Output:
	// 35
	// 62
	// 55
	// 44
	// 13
}

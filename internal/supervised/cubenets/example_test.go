package cubenets_test

import (
	"fmt"

	"gammonlab/internal/supervised/cubenets"
)

// The settings with which nets learn from a million positions in about half an hour of two
// cores.
func ExampleDefaultSettings() {
	s := cubenets.DefaultSettings()
	fmt.Println(s.Hidden, s.Rounds, "rounds of", s.Epochs, "epochs,", s.Validate())
	// Output: [96 32] 8 rounds of 4 epochs, <nil>
}

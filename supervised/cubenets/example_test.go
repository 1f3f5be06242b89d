package cubenets_test

import (
	"fmt"

	"gammonlab/internal/setting"
	"gammonlab/supervised/cubenets"
)

// The settings with which nets learn from a million positions in about half an hour of two
// cores.
func ExampleSettings() {
	var s cubenets.Settings
	err := setting.Read(&s, nil, nil)
	fmt.Println(s.Hidden, s.Rounds, "rounds of", s.Epochs, "epochs,", err)
	// Output: 96-32 8 rounds of 4 epochs, <nil>
}

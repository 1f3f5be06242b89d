package external_test

import (
	"fmt"
	"log"

	"gammonlab/engine/player/external"
)

// A player by a program that speaks UBGI. The program starts with the first question.
func ExampleParse() {
	player, ours, err := external.Parse("ubgi,timeout=2s:./engine --plies 2")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%T %t\n", player, ours)
	_, _, err = external.Parse("ubgi,timeout=soon:./engine")
	fmt.Println(err)
	// Output:
	// *external.UBGI true
	// "ubgi,timeout=soon:./engine": timeout: "soon" is not a time such as 500ms or 10s
}

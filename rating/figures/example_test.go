package figures_test

import (
	"fmt"
	"os"
	"path/filepath"

	"gammonlab/rating"
	"gammonlab/rating/figures"
)

// The curves of the formula, with one for matches to 7 points.
func ExampleChange() {
	folder, err := os.MkdirTemp("", "figures")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	change := rating.NewMatchChange(7, [2]float64{1750, 1600}, [2]int{400, 400})
	if err := figures.Change(change, folder); err != nil {
		fmt.Println(err)
		return
	}
	for _, path := range change.Files {
		fmt.Println(filepath.Base(path))
	}
	// Output:
	// chance.png
	// chance.svg
	// change.png
	// change.svg
}

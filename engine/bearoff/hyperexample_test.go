package bearoff_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"gammonlab/board"
	"gammonlab/engine/bearoff"
	"gammonlab/engine/bearoff/generate"
)

func ExampleOpenHyper() {
	dir, err := os.MkdirTemp("", "hyper")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "hyper1.bd")
	if err := generate.Hyper(context.Background(), path, generate.HyperOptions{Checkers: 1}); err != nil {
		fmt.Println(err)
		return
	}
	d, err := bearoff.OpenHyper(path)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer d.Close()

	pos := board.Hypergammon1.Start()
	if d.Covers(&pos) {
		e := d.Evaluate(&pos)
		fmt.Printf("%.1f %% to win, equity %+.3f with the cube in the middle\n", 100*e.Probabilities[0], e.Centred)
	}
	// Output:
	// 60.2 % to win, equity +0.539 with the cube in the middle
}

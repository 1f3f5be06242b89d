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

func Example() {
	dir, err := os.MkdirTemp("", "bearoff")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "os3.bd")
	if err := generate.OneSided(context.Background(), path, generate.OneSidedOptions{Points: 3}); err != nil {
		fmt.Println(err)
		return
	}
	d, err := bearoff.OpenOneSided(path)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer d.Close()

	own := board.Side{1: 2, 2: 1, 3: 1, board.Off: 11}
	opp := board.Side{1: 3, board.Off: 12}
	mean, deviation := d.Moments(&own)
	fmt.Printf("%.2f ± %.2f rolls\n", mean, deviation)
	if d.Covers(&own) && d.Covers(&opp) {
		fmt.Printf("%.1f %% to win\n", 100*d.Evaluate(&own, &opp)[0])
	}
	// Output:
	// 1.89 ± 0.32 rolls
	// 84.9 % to win
}

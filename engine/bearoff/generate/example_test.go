package generate_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"gammonlab/engine/bearoff/generate"
)

func Example() {
	dir, err := os.MkdirTemp("", "bearoff")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "ts2.bd")
	if err := generate.TwoSided(context.Background(), path, generate.TwoSidedOptions{Points: 6, Checkers: 2}); err != nil {
		fmt.Println(err)
		return
	}
	report, err := generate.Verify(context.Background(), path, generate.VerifyOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s, %d entries computed again\n", report.Kind, report.Checked)
	// Output:
	// two-sided, 784 entries computed again
}

package upkeep_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/datasets/upkeep"
	"gammonlab/engine"
)

// Of two labels of a position, a merge keeps the one with the smaller error.
func ExampleMerge() {
	dir, err := os.MkdirTemp("", "upkeep")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	var files []string
	for i, e := range []float32{0.02, 0.005} {
		files = append(files, filepath.Join(dir, fmt.Sprintf("%d.parquet", i)))
		if err := writeStart(files[i], e); err != nil {
			fmt.Println(err)
			return
		}
	}
	merged := filepath.Join(dir, "merged.parquet")
	result, err := upkeep.Merge(context.Background(), merged, files, upkeep.MergeOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	f, err := datasets.Open(merged)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer f.Close()
	row, err := f.Read()
	fmt.Println(result.Read, "rows read,", result.Written, "written, with the error", row.EquityError, err)
	// Output: 2 rows read, 1 written, with the error 0.005 <nil>
}

// writeStart writes a database of the opening position with a standard error of its equity.
func writeStart(path string, e float32) error {
	w, err := datasets.Create(path, datasets.Meta{Variant: board.Backgammon})
	if err != nil {
		return err
	}
	defer w.Abort() // which does nothing after Close
	row := datasets.NewRow(board.Backgammon.Start())
	row.Method, row.EquityError = datasets.Rollout, e
	row.Probabilities = engine.Probabilities{0.525, 0.149, 0.007, 0.131, 0.005}
	if err := w.Write(&row); err != nil {
		return err
	}
	return w.Close()
}

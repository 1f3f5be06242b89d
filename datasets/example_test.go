package datasets_test

import (
	"fmt"
	"os"
	"path/filepath"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/engine"
)

func ExampleCreate() {
	dir, err := os.MkdirTemp("", "datasets")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "one.parquet")
	if err := writeOne(path); err != nil {
		fmt.Println(err)
		return
	}
	f, err := datasets.Open(path)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer f.Close()
	row, err := f.Read() // io.EOF after the last
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d row of %v: %s %v %.3f\n", f.Len(), f.Meta().Variant, row.Position.ID(), row.Method, row.Probabilities.Equity())
	// Output: 1 row of backgammon: 4HPwATDgc/ABMA rollout 0.070
}

// writeOne writes a database of one row.
func writeOne(path string) error {
	w, err := datasets.Create(path, datasets.Meta{Variant: board.Backgammon})
	if err != nil {
		return err
	}
	defer w.Abort() // which does nothing after Close
	row := datasets.NewRow(board.Backgammon.Start())
	row.Method, row.Trials = datasets.Rollout, 1296
	row.Probabilities = engine.Probabilities{0.525, 0.149, 0.007, 0.131, 0.005}
	if err := w.Write(&row); err != nil {
		return err
	}
	return w.Close()
}

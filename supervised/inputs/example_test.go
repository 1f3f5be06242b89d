package inputs_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/engine"
	"gammonlab/features"
	"gammonlab/nets"
	"gammonlab/supervised/inputs"
)

// writeDatabase writes a database of the opening position.
func writeDatabase(path string) error {
	w, err := datasets.Create(path, datasets.Meta{Variant: board.Backgammon})
	if err != nil {
		return err
	}
	defer w.Abort()
	row := datasets.NewRow(board.Backgammon.Start())
	row.Method, row.Probabilities = datasets.Imported, engine.Probabilities{0.52, 0.15, 0.01, 0.13, 0.01}
	if err := w.Write(&row); err != nil {
		return err
	}
	return w.Close()
}

// The inputs of a database's positions become arrays of NumPy's.
func ExampleExport() {
	dir, err := os.MkdirTemp("", "inputs")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "positions.parquet")
	if err := writeDatabase(path); err != nil {
		fmt.Println(err)
		return
	}
	db, err := datasets.Open(path)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer db.Close()
	done, err := inputs.Export(context.Background(), filepath.Join(dir, "all.npy"), db,
		inputs.Settings{Set: features.Perspective196{}, Parts: []nets.Part{nets.All}}, func(int) {})
	fmt.Println(done.Rows, done.Inputs, err)
	for _, path := range inputs.Files("all.npy") {
		fmt.Println(path)
	}
	// Output:
	// 1 196 <nil>
	// all.inputs.npy
	// all.targets.npy
	// all.classes.npy
	// all.keys.npy
	// all.json
}

package figures_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/engine"
	"gammonlab/supervised"
	"gammonlab/supervised/figures"
)

// A run on 20 races, with its curves in its folder.
func ExampleLearningCurves() {
	folder, err := os.MkdirTemp("", "run")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	run, err := train(folder)
	if err != nil {
		fmt.Println(err)
		return
	}
	files, err := figures.LearningCurves(run)
	for _, file := range files {
		fmt.Println(filepath.Base(file))
	}
	fmt.Println(err)
	// Output:
	// learning-curve.png
	// learning-curve.svg
	// equity-curve.png
	// equity-curve.svg
	// <nil>
}

// train writes a database and trains on it.
func train(folder string) (*supervised.Folder, error) {
	var rows []datasets.Row
	for point := 1; point <= 20; point++ {
		position := board.Position{Own: board.Side{board.Off: 14}, Opp: board.Side{1: 1, board.Off: 14}}
		position.Own[point] = 1
		row := datasets.NewRow(position)
		row.Method, row.Probabilities = datasets.Imported, engine.Probabilities{1 - float32(point)/24}
		rows = append(rows, row)
	}
	path := filepath.Join(folder, "rows.parquet")
	if err := write(path, rows); err != nil {
		return nil, err
	}
	cfg := supervised.DefaultConfig()
	cfg.Nets[0].Hidden, cfg.Epochs, cfg.Holdout = []int{4}, 3, 0.3
	data, err := supervised.Load(context.Background(), &cfg, supervised.Files{Training: path}, 1, nil)
	if err != nil {
		return nil, err
	}
	trainer, err := supervised.New(cfg, data, supervised.Options{Workers: 1})
	if err != nil {
		return nil, err
	}
	run, err := supervised.Create(filepath.Join(folder, "run"), trainer, engine.Endings{})
	if err != nil {
		return nil, err
	}
	return run, run.Run(context.Background(), trainer, supervised.Hooks{})
}

// write writes a database.
func write(path string, rows []datasets.Row) error {
	w, err := datasets.Create(path, datasets.Meta{Variant: board.Backgammon})
	if err != nil {
		return err
	}
	for i := range rows {
		if err := w.Write(&rows[i]); err != nil {
			w.Abort()
			return err
		}
	}
	return w.Close()
}

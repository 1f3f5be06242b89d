package figures_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/nets"
	"gammonlab/td"
	"gammonlab/td/figures"
)

// A short run, whose measurements a function of the program makes, and its curve.
func ExampleLearningCurve() {
	folder, err := os.MkdirTemp("", "td")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	run, err := train(filepath.Join(folder, "run"))
	if err != nil {
		fmt.Println(err)
		return
	}
	files, err := figures.LearningCurve(run)
	for _, file := range files {
		fmt.Println(filepath.Base(file))
	}
	fmt.Println(err)
	// Output:
	// learning-curve.png
	// learning-curve.svg
	// <nil>
}

// train trains with one checker a side.
func train(folder string) (*td.Folder, error) {
	cfg := td.DefaultConfig()
	cfg.Variant, cfg.Hidden = board.Hypergammon1.String(), []int{4}
	cfg.Games, cfg.Checkpoint, cfg.BenchEvery = 80, 40, 40
	trainer, err := td.New(cfg)
	if err != nil {
		return nil, err
	}
	run, err := td.Create(folder, trainer, engine.Endings{})
	if err != nil {
		return nil, err
	}
	measure := func(context.Context, *nets.Model, int) (*td.Measurement, error) {
		return &td.Measurement{Bench: 100, PPG: 0.1, PPGLow: -0.1, PPGHigh: 0.3}, nil
	}
	return run, run.Run(context.Background(), trainer, 1, td.Hooks{Measure: measure})
}

package report_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/datasets/report"
	"gammonlab/datasets/upkeep"
)

// The summary of a database with a single row without a label.
func ExampleNewInfo() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "one.parquet")
	w, err := datasets.Create(path, datasets.Meta{Variant: board.Backgammon})
	if err != nil {
		log.Fatal(err)
	}
	row := datasets.NewRow(board.Backgammon.Start())
	row.Weight = 0.5
	if err := w.Write(&row); err != nil {
		log.Fatal(err)
	}
	if err := w.Close(); err != nil {
		log.Fatal(err)
	}
	f, err := datasets.Open(path)
	if err != nil {
		log.Fatal(err)
	}
	defer f.Close()
	summary, err := upkeep.Summarize(context.Background(), f, func(int) {})
	if err != nil {
		log.Fatal(err)
	}
	info, err := report.NewInfo(f, summary)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s: %d row, %d labelled, class %s\n", info.Variant, info.Rows, info.Labelled, info.Groups[0].Class)
	fmt.Printf("mean weight %v\n", info.Weights.Mean)
	// Output:
	// backgammon: 1 row, 0 labelled, class contact
	// mean weight 0.5
}

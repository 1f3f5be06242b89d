package unfinished_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/datasets/unfinished"
)

// Work on a database that is left and resumed.
func ExampleOpen() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	out, settings := filepath.Join(dir, "rows.parquet"), map[string]string{"seed": "1"}
	work, err := unfinished.Open(out, board.Backgammon, settings, nil)
	if err != nil {
		log.Fatal(err)
	}
	rows := []datasets.Row{datasets.NewRow(board.Backgammon.Start())}
	if err := work.Append(rows, 1, []byte("one game")); err != nil {
		log.Fatal(err)
	}
	if err := work.Close(); err != nil {
		log.Fatal(err)
	}
	there := 0
	work, err = unfinished.Open(out, board.Backgammon, settings, func(*datasets.Row) error { there++; return nil })
	if err != nil {
		log.Fatal(err)
	}
	items, note := work.Done()
	fmt.Printf("%d row, %d item, %s\n", there, items, note)
	if err := work.Finish(context.Background(), settings); err != nil {
		log.Fatal(err)
	}
	f, err := datasets.Open(out)
	if err != nil {
		log.Fatal(err)
	}
	defer f.Close()
	fmt.Println("finished with", f.Len())
	// Output:
	// 1 row, 1 item, one game
	// finished with 1
}

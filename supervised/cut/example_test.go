package cut_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/features"
	"gammonlab/nets"
	"gammonlab/supervised/cut"
)

// A unit that cannot fire is cut.
func ExampleModel() {
	net, err := nets.NewRandom(nets.NewSpec(features.Perspective196{}, nets.ReLU, 1, 4), 1)
	if err != nil {
		log.Fatal(err)
	}
	last := net.Layer(1)
	for k, bias := range []float32{1000, -1000, 1000, 1000} {
		net.Params()[last.Biases+k] = bias
	}
	dir, err := os.MkdirTemp("", "cut")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "opening.parquet")
	if err := writeOpening(path); err != nil {
		log.Fatal(err)
	}
	_, cuts, err := cut.Model(context.Background(), nets.NewModel(net, board.Backgammon), path, 0)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(cuts[0].Part, cuts[0].Before, cuts[0].After, cuts[0].Positions)
	// Output:
	// all 196-1-4-5 196-1-3-5 1
}

// writeOpening writes a database of the opening position.
func writeOpening(path string) error {
	w, err := datasets.Create(path, datasets.Meta{Variant: board.Backgammon})
	if err != nil {
		return err
	}
	defer w.Abort() // which does nothing after Close
	row := datasets.NewRow(board.Backgammon.Start())
	if err := w.Write(&row); err != nil {
		return err
	}
	return w.Close()
}

package label_test

import (
	"context"
	"fmt"
	"log"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/datasets/label"
	"gammonlab/engine"
	"gammonlab/nets"
)

// The shipped net labels the opening by a look one ply ahead.
func ExampleLabeller_Rows() {
	model, err := nets.LoadShipped(nets.DefaultNet)
	if err != nil {
		log.Fatal(err)
	}
	labeller, err := label.New(engine.NewStatic(model, nil), label.Settings{By: datasets.Ply1})
	if err != nil {
		log.Fatal(err)
	}
	rows := []datasets.Row{datasets.NewRow(board.Backgammon.Start())}
	if err := labeller.Rows(context.Background(), rows, 1); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s by %s: wins %.1f\n", rows[0].Position.ID(), rows[0].Method, rows[0].Probabilities[engine.Win])
	// Output:
	// 4HPwATDgc/ABMA by ply1: wins 0.5
}

package prune_test

import (
	"context"
	"fmt"
	"log"

	"gammonlab/board"
	"gammonlab/features"
	"gammonlab/internal/supervised/prune"
	"gammonlab/nets"
)

// A pruning net for positions with contact, from some games of the model.
func ExampleAdd() {
	net, err := nets.NewRandom(nets.NewSpec(features.Perspective196{}, nets.Sigmoid, 8), 1)
	if err != nil {
		log.Fatal(err)
	}
	model := nets.NewModel(net, board.Backgammon)
	settings := prune.DefaultSettings(board.Backgammon)
	settings.Parts, settings.Positions, settings.Epochs = []nets.Part{nets.PruningContact}, 1000, 1
	pruned, trained, err := prune.Add(context.Background(), model, prune.SelfPlay(board.Backgammon), prune.Options{Settings: settings, Workers: 1})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(trained[0].Part, trained[0].Positions, len(model.Nets), len(pruned.Nets))
	// Output:
	// pruning-contact 1000 1 2
}

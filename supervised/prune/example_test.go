package prune_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/named"
	"gammonlab/features"
	"gammonlab/internal/setting"
	"gammonlab/nets"
	"gammonlab/supervised/prune"
)

// A pruning net for positions with contact, from some games of the model.
func ExampleJob() {
	net, err := nets.NewRandom(nets.NewSpec(features.Perspective196{}, nets.Sigmoid, 8), 1)
	if err != nil {
		log.Fatal(err)
	}
	model := nets.NewModel(net, board.Backgammon)
	job := prune.Job{Model: named.Model{Evaluator: engine.NewStatic(model, nil)}, Workers: 1}
	err = setting.Read(&job.Settings, []byte(`{"part": "contact", "positions": 1000, "epochs": 1}`), nil)
	if err == nil {
		err = job.Open(new(named.Opener))
	}
	if err != nil {
		log.Fatal(err)
	}
	out := filepath.Join(os.TempDir(), "pruned.safetensors")
	defer os.Remove(out)
	report, err := job.Run(context.Background(), out)
	if err != nil {
		log.Fatal(err)
	}
	pruned, err := nets.Load(out)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(report.Trained[0].Part, report.Trained[0].Positions, len(model.Nets), len(pruned.Nets))
	// Output:
	// pruning-contact 1000 1 2
}

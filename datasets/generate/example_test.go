package generate_test

import (
	"context"
	"fmt"
	"gammonlab/engine/named"
	"log"
	"os"
	"path/filepath"

	"gammonlab/board"
	"gammonlab/datasets/generate"
	"gammonlab/engine/player"
)

// Some positions with contact and some races from games of pubeval against itself.
func ExampleRun() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	quotas, err := generate.ParseQuotas("contact=60,race=20")
	if err != nil {
		log.Fatal(err)
	}
	counts, err := generate.Run(context.Background(), &generate.Settings{
		Out: filepath.Join(dir, "positions.parquet"), Variant: board.Backgammon, Seed: 1, Players: generate.Players{Player: named.Of("pubeval", player.Pubeval{})}, Selection: generate.Selection{Quotas: quotas},
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(counts.Positions, counts.Classes)
	// Output:
	// 80 map[contact:60 race:20]
}

package supervised

import (
	"math/rand/v2"
	"os"
	"testing"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/engine"
	"gammonlab/features"
)

// gnubgLabelled returns positions from play with what GNU Backgammon says of
// them, which the tests of package engine compare with too, without those where
// the game is over.
func gnubgLabelled(t *testing.T) []datasets.Row {
	t.Helper()
	const path = "../engine/testdata/0ply-selfplay.csv"
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	table, err := datasets.NewCSV(file, path, board.Backgammon)
	if err != nil {
		t.Fatal(err)
	}
	all, err := datasets.ReadAll(table)
	if err != nil {
		t.Fatal(err)
	}
	var rows []datasets.Row
	for _, row := range all {
		if row.Position.Result() == 0 {
			rows = append(rows, row)
		}
	}
	return rows
}

// played returns so many positions of random games.
func played(n int) []board.Position {
	source := rand.NewPCG(3, 4)
	rng, dice := rand.New(source), board.NewDice(source)
	var all []board.Position
	for {
		for pos := board.Backgammon.Start(); pos.Result() == 0; {
			if all = append(all, pos); len(all) == n {
				return all
			}
			if plays := board.Plays(pos, dice.Next()); len(plays) > 0 {
				pos = plays[rng.IntN(len(plays))].Result
			} else {
				pos = pos.Swap()
			}
		}
	}
}

// pipLabelled labels positions by the pip count, without gammons.
func pipLabelled(n int) []datasets.Row {
	var rows []datasets.Row
	for _, pos := range played(n) {
		lead := float32(pos.Opp.Pips()-pos.Own.Pips()) / 100
		win := min(max(0.5+lead, 0.02), 0.98)
		rows = append(rows, datasets.Row{Position: pos, Probabilities: engine.Probabilities{win}})
	}
	return rows
}

func setNamed(t *testing.T, name string) features.Set {
	t.Helper()
	set, err := features.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

package supervised

import (
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/datasets/datasetstest"
	"gammonlab/datasets/table"
	"gammonlab/engine"
	"gammonlab/internal/must"
)

// gnubgLabelled returns positions from play with the evaluations of GNU
// Backgammon, which are also test data of package engine, without finished
// games.
func gnubgLabelled(t *testing.T) []datasets.Row {
	t.Helper()
	const path = "../engine/testdata/0ply-selfplay.csv"
	file := must.Get(os.Open(path))(t)
	defer file.Close()
	from := must.Get(table.NewCSV(file, path, board.Backgammon, nil))(t)
	all := must.Get(datasets.ReadAll(from))(t)
	var rows []datasets.Row
	for _, row := range all {
		if row.Position.Result() == 0 {
			rows = append(rows, row)
		}
	}
	return rows
}

// played returns n positions of random games.
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
	return byPips(played(n))
}

// byPips returns positions as pipLabelled does.
func byPips(positions []board.Position) []datasets.Row {
	var rows []datasets.Row
	for _, pos := range positions {
		lead := float32(pos.Opp.Pips()-pos.Own.Pips()) / 100
		win := min(max(0.5+lead, 0.02), 0.98)
		row := datasets.NewRow(pos)
		row.Method, row.Probabilities = datasets.Imported, engine.Probabilities{win}
		rows = append(rows, row)
	}
	return rows
}

// distinct returns the rows without those whose position came before.
func distinct(rows []datasets.Row) []datasets.Row {
	seen := map[board.Position]bool{}
	return slices.DeleteFunc(slices.Clone(rows), func(r datasets.Row) bool {
		before := seen[r.Position]
		seen[r.Position] = true
		return before
	})
}

// database writes rows to a file of a test's own.
func database(t *testing.T, variant board.Variant, rows []datasets.Row) string {
	t.Helper()
	return datasetstest.Write(t, datasets.Meta{Variant: variant}, rows)
}

// labelledByGnubg returns a database of the rows of gnubgLabelled.
func labelledByGnubg(t *testing.T) Files {
	t.Helper()
	return Files{Training: database(t, board.Backgammon, distinct(gnubgLabelled(t)))}
}

func mustLoad(t *testing.T, cfg *Config, files Files) *Data {
	t.Helper()
	return must.Get(Load(t.Context(), cfg, files, 2, nil))(t)
}

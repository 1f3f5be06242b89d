package label_test

import (
	"context"
	"crypto/sha256"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/datasets/datasetstest"
	"gammonlab/datasets/label"
	"gammonlab/engine"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/rollout"
	"gammonlab/features"
	"gammonlab/internal/must"
	"gammonlab/nets"
)

// smallModel returns a model of random weights, with a pruning net.
func smallModel(t testing.TB) *nets.Model {
	t.Helper()
	random := func(set string, seed uint64, hidden int) *nets.Net {
		s := must.Get(features.Lookup(set))(t)
		return must.Get(nets.NewRandom(nets.NewSpec(s, nets.Sigmoid, hidden), seed))(t)
	}
	model := nets.NewModel(random("perspective196", 1, 20), board.Backgammon)
	model.Nets[nets.PruningContact] = random("gnubg-base200", 2, 10)
	return model
}

// smallDatabases returns databases of endings with few checkers.
func smallDatabases(t testing.TB) *engine.Databases {
	t.Helper()
	return enginetest.Databases(t, 2, 3)
}

// Positions that databases know, and the one that only its end makes certain.
var (
	exactEnding   = ending(board.Side{1: 1, 3: 1, board.Off: 13}, board.Side{2: 1, board.Off: 14})
	oneSideEnding = ending(board.Side{1: 5, 3: 5, board.Off: 5}, board.Side{2: 9, board.Off: 6})
	gammonWon     = ending(board.Side{board.Off: 15}, board.Side{6: 15})
)

func ending(own, opp board.Side) board.Position { return board.Position{Own: own, Opp: opp} }

// rowsOf returns rows without labels of distinct positions, among them endings.
func rowsOf(n int) []datasets.Row {
	positions := append([]board.Position{exactEnding, oneSideEnding, gammonWon}, enginetest.Positions(2*n, 3)...)
	seen := map[board.Key]bool{}
	var rows []datasets.Row
	for _, pos := range positions {
		if len(rows) < n && !seen[pos.Key()] {
			seen[pos.Key()] = true
			row := datasets.NewRow(pos)
			row.Source = "test"
			rows = append(rows, row)
		}
	}
	return rows
}

// fewer returns n, or a quarter of it in short tests, which the race detector
// slows down.
func fewer(n int) int {
	if testing.Short() {
		return n / 4
	}
	return n
}

// settingsOf returns quick settings for each method.
func settingsOf(by datasets.Method) label.Settings {
	s := label.Settings{By: by, Rollout: rollout.Defaults()}
	s.Seed, s.Trials, s.Turns = 7, 36, 3
	if by == datasets.Game {
		s.Trials = 2
	}
	return s
}

func newLabeller(t testing.TB, s label.Settings) *label.Labeller {
	t.Helper()
	return must.Get(label.New(engine.NewStatic(smallModel(t), smallDatabases(t)), s))(t)
}

// labelled returns the rows with labels.
func labelled(t testing.TB, s label.Settings, rows []datasets.Row, workers int) []datasets.Row {
	t.Helper()
	rows = slices.Clone(rows)
	must.OK(t, newLabeller(t, s).Rows(t.Context(), rows, workers))
	return rows
}

// write writes a database and returns its path.
func write(t testing.TB, rows []datasets.Row) string {
	t.Helper()
	return datasetstest.Write(t, datasets.Meta{Provenance: map[string]string{"games": "12"}}, rows)
}

// read returns the rows of a database.
func read(t testing.TB, path string) []datasets.Row {
	t.Helper()
	rows, _ := datasetstest.Read(t, path)
	return rows
}

// run runs a job that must not fail and returns its summary.
func run(t testing.TB, j label.Job) *label.Summary {
	t.Helper()
	return must.Get(label.Run(context.Background(), j))(t)
}

// out returns a path for a new database.
func out(t testing.TB) string { return filepath.Join(t.TempDir(), "out.parquet") }

func digest(t testing.TB, path string) [sha256.Size]byte {
	t.Helper()
	data := must.Get(os.ReadFile(path))(t)
	return sha256.Sum256(data)
}

package clitest

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/engine/enginetest"
	"gammonlab/internal/datasets/datasetstest"
	"gammonlab/internal/datasets/exchange"
	"gammonlab/internal/must"
)

// Labelled imports a table, such as [GnubgTable], into a database and returns its path.
func Labelled(t testing.TB, table string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "positions.parquet")
	in := exchange.Input{Name: table, Open: func() (io.ReadCloser, error) { return os.Open(table) }}
	must.Get(exchange.Import(t.Context(), path, []exchange.Input{in}, exchange.ImportOptions{}))(t)
	return path
}

// Played writes n positions of games without labels into a database and returns its path.
func Played(t testing.TB, n int) string {
	t.Helper()
	var keys datasets.KeySet
	var rows []datasets.Row
	for _, pos := range enginetest.Positions(n, 1) {
		if keys.Add(pos.Key()) {
			rows = append(rows, datasets.NewRow(pos))
		}
	}
	return datasetstest.Write(t, datasets.Meta{Variant: board.Backgammon}, rows)
}

// Iterate returns the settings of a run of train iterate from a model, which takes a second.
func Iterate(model string) string {
	return `{
		"from": "` + model + `", "bearoff": "none", "generations": 2, "window": 2,
		"generate": {"positions": 300, "noise": 0.02},
		"train": {"epochs": 2, "batch": 32, "rate": "0.001", "checkpoint": 3},
		"measure": {"match_games": 100}, "promote": {"sigmas": 0}}`
}

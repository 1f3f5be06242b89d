package clitest

import (
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/datasets/datasetstest"
	"gammonlab/datasets/exchange"
	"gammonlab/engine/enginetest"
	"gammonlab/engine/named"
	"gammonlab/internal/must"
	"gammonlab/internal/seed"
	"gammonlab/rating"
	"gammonlab/rating/simulate"
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

// Study writes a study of a shipped grid, 24 matches a pair at 3 and 7 points,
// whose results follow from the errors by the manual's bilinear law.
func Study(t testing.TB, part simulate.Part) string {
	t.Helper()
	grid := must.Get(simulate.Shipped(part))(t)
	grid.Restrict([]int{3, 7})
	grid.Scale(24)
	study := &simulate.Study{Settings: simulate.Settings{Grid: *grid, Seed: 1, Model: named.Model{Name: "none"}}}
	rng := rand.New(rand.NewPCG(1, 2))
	for i, pair := range grid.Pairs {
		for _, length := range grid.Lengths {
			cost := func(p simulate.Player) (play, cube float64) { return 0.6 * float64(p.Checker), 0.3 * float64(p.Cube) }
			playA, cubeA := cost(pair.A)
			playB, cubeB := cost(pair.B)
			chance := rating.WinProbability(rating.Manual.Loss(playB-playA, cubeB-cubeA, length), length)
			for match := range grid.Matches {
				study.Rows = append(study.Rows, simulate.Row{
					Pair: int32(i), PlayerA: pair.A.Name, PlayerB: pair.B.Name,
					CheckerA: pair.A.Checker, CubeA: pair.A.Cube, CheckerB: pair.B.Checker, CubeB: pair.B.Cube,
					Length: int32(length), Match: int32(match),
					Seed: seed.Derive(seed.Derive(1, uint64(i)), uint64(length)), Games: 3, Plies: 150,
					Won: rng.Float64() < chance, Luck: chance + 0.05*rng.NormFloat64(),
					PlaysA: 70, PlaysB: 70, PlayErrorA: 70 * playA, PlayErrorB: 70 * playB * (0.9 + 0.2*rng.Float64()),
					CubesA: 10, CubesB: 10, CubeErrorA: 10 * cubeA, CubeErrorB: 10 * cubeB,
				})
			}
		}
	}
	path := filepath.Join(t.TempDir(), "part"+string(part)+".parquet")
	must.OK(t, simulate.Write(path, study))
	return path
}

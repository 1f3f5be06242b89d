package generate_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/datasets/datasetstest"
	"gammonlab/datasets/generate"
	"gammonlab/engine/named"
	"gammonlab/engine/player"
	"gammonlab/internal/must"
)

var pubeval = generate.Players{Player: named.Of("pubeval", player.Pubeval{})}

// run makes a database in a folder of its own and returns its path.
func run(t testing.TB, s generate.Settings) (string, *generate.Counts) {
	t.Helper()
	s.Out = filepath.Join(t.TempDir(), "db.parquet")
	counts := must.Get(generate.Run(t.Context(), &s))(t)
	return s.Out, counts
}

// generated makes a database and returns its rows.
func generated(t testing.TB, s generate.Settings) ([]datasets.Row, *generate.Counts) {
	t.Helper()
	path, counts := run(t, s)
	rows, _ := datasetstest.Read(t, path)
	return rows, counts
}

func wantSameBytes(t *testing.T, name, got, want string) {
	t.Helper()
	a, err1 := os.ReadFile(got)
	b, err2 := os.ReadFile(want)
	must.OK(t, errors.Join(err1, err2))
	if !bytes.Equal(a, b) {
		t.Errorf("%s: the database differs (%d bytes, want %d)", name, len(a), len(b))
	}
}

// write writes a file and returns its path.
func write(t testing.TB, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	must.OK(t, os.WriteFile(path, []byte(text), 0o666))
	return path
}

// ids lists the IDs of positions, one a line.
func ids(positions ...board.Position) string {
	text := ""
	for i := range positions {
		text += positions[i].ID() + "\n"
	}
	return text
}

// results returns the positions that a position can become, and itself turned
// round, which it does if there is no play.
func results(pos board.Position) map[board.Position]bool {
	all := map[board.Position]bool{pos.Swap(): true}
	for _, roll := range board.Rolls {
		for _, p := range board.Plays(pos, roll) {
			all[p.Result] = true
		}
	}
	return all
}

// match is a record of two short games, the second not finished.
const match = ` 3 point match

 Game 1
 Ann : 0                               Bob : 0
  1) 31: 8/5 6/5                        42: 8/4 6/4
  2)  Doubles => 2                       Drops
      Wins 1 point

 Game 2
 Ann : 1                               Bob : 0
  1)                                    65: 24/18 18/13
  2) 11: 8/7 8/7 6/5 6/5
`

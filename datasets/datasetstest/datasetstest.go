// Package datasetstest writes, reads and compares databases of labelled positions in
// tests. It is for tests only.
//
// Not for other modules.
package datasetstest

import (
	"fmt"
	"math"
	"path/filepath"
	"testing"

	"gammonlab/datasets"
	"gammonlab/internal/must"
)

// Write writes a database into a folder of the test and returns its path.
func Write(t testing.TB, meta datasets.Meta, rows []datasets.Row) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "rows.parquet")
	w := must.Get(datasets.Create(path, meta))(t)
	defer w.Abort()
	for i := range rows {
		must.OK(t, w.Write(&rows[i]))
	}
	must.OK(t, w.Close())
	return path
}

// Read returns the rows and metadata of a database.
func Read(t testing.TB, path string) ([]datasets.Row, datasets.Meta) {
	t.Helper()
	f := must.Get(datasets.Open(path))(t)
	defer f.Close()
	rows := must.Get(datasets.ReadAll(f))(t)
	if int64(len(rows)) != f.Len() {
		t.Errorf("%s: %d rows were read, Len is %d", path, len(rows), f.Len())
	}
	return rows, f.Meta()
}

// Want ends the test if the rows differ; if about is given, it is printed first.
func Want(t testing.TB, got, want []datasets.Row, about ...any) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s%d rows, want %d", fmt.Sprintln(about...), len(got), len(want))
	}
	for i := range got {
		if a, b := Spell(&got[i]), Spell(&want[i]); a != b {
			t.Fatalf("%srow %d is %s, want %s", fmt.Sprintln(about...), i+1, a, b)
		}
	}
}

// Spell returns a text for the row; different rows have different texts. The text has all
// bits of the numbers, except that all NaN are equal.
func Spell(r *datasets.Row) string {
	floats := []float32{r.EquityError, r.Cubeful, r.Weight}
	floats = append(append(append(floats, r.Probabilities[:]...), r.Errors[:]...), r.States[:]...)
	text := fmt.Sprintf("%s %v %v %d %q %q %d", r.Position.ID(), r.Class, r.Method, r.Trials, r.Labeller, r.Source, r.Seed)
	text += fmt.Sprint(" ", r.OwnAway, r.OppAway, r.MatchCube)
	for _, v := range floats {
		if v != v {
			v = float32(math.NaN())
		}
		text += fmt.Sprintf(" %08x", math.Float32bits(v))
	}
	return text
}

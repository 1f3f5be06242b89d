package datasets_test

import (
	"bytes"
	"errors"
	"io"
	"maps"
	"os"
	"testing"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/datasets/datasetstest"
	"gammonlab/internal/must"
)

func TestFileKeepsRows(t *testing.T) {
	for _, v := range []board.Variant{board.Backgammon, board.Hypergammon3} {
		for _, n := range []int{0, 1, 500} {
			rows := datasetstest.Rows(max(n, 1), v, 1)[:n]
			meta := datasets.Meta{Variant: v, Provenance: map[string]string{"seed": "1", "of": "é\n", "empty": ""}}
			path := datasetstest.Write(t, meta, rows)
			got := must.Get(readRows(path))(t)
			datasetstest.Want(t, got, rows)
			f := must.Get(datasets.Open(path))(t)
			for row, err := range datasets.Rows(f) {
				must.OK(t, err)
				if got, want := f.Key(), row.Position.Key(); got != want {
					t.Errorf("position %s has the key %x, want %x", row.Position.ID(), got, want)
				}
			}
			if got := f.Meta(); got.Variant != v || !maps.Equal(got.Provenance, meta.Provenance) {
				t.Errorf("meta is %v, want %v", got, meta)
			}
			if err := f.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

// Several groups of rows, the last one not full.
func TestFileOfManyRows(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine; slow under the race detector")
	}
	few := datasetstest.Rows(1000, board.Backgammon, 2)
	const n = 1<<17 + 777
	rows := make([]datasets.Row, n)
	for i := range rows {
		rows[i] = few[i%len(few)]
		rows[i].Seed = uint64(i)
	}
	path := datasetstest.Write(t, datasets.Meta{}, rows)
	got := must.Get(readRows(path))(t)
	if len(got) != len(rows) {
		t.Fatalf("%d rows, want %d", len(got), len(rows))
	}
	for i := range got {
		if got[i].Seed != uint64(i) {
			t.Fatalf("row %d is that of seed %d", i+1, got[i].Seed)
		}
	}
	datasetstest.Want(t, got[n-1500:], rows[n-1500:])
}

func TestEqualRowsGiveEqualBytes(t *testing.T) {
	rows := datasetstest.Rows(300, board.Backgammon, 3)
	meta := datasets.Meta{Provenance: map[string]string{"a": "1", "b": "2", "c": "3"}}
	first := must.Get(os.ReadFile(datasetstest.Write(t, meta, rows)))(t)
	second := must.Get(os.ReadFile(datasetstest.Write(t, meta, rows)))(t)
	if !bytes.Equal(first, second) {
		t.Error("two files of the same rows differ")
	}
}

func TestFileFrom(t *testing.T) {
	if testing.Short() {
		t.Skip("writes more than a group of rows")
	}
	few := datasetstest.Rows(500, board.Backgammon, 15)
	rows := make([]datasets.Row, 1<<17+300)
	for i := range rows {
		rows[i] = few[i%len(few)]
		rows[i].Seed = uint64(i) + 1
	}
	path := datasetstest.Write(t, datasets.Meta{}, rows)
	for _, from := range []int64{0, 1, 2, 1 << 17, 1<<17 + 1, 1<<17 + 300, 1<<17 + 301, 1 << 40} {
		f := must.Get(datasets.Open(path))(t)
		f.From(from)
		row, err := f.Read()
		switch {
		case from > f.Len():
			if !errors.Is(err, io.EOF) {
				t.Errorf("from %d: %v, want EOF", from, err)
			}
		case err != nil || row.Seed != uint64(max(from, 1)) || f.Row() != max(from, 1):
			t.Errorf("from %d: row %d of seed %d, %v", from, f.Row(), row.Seed, err)
		}
		f.Close()
	}
}

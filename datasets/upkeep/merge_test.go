package upkeep_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/datasets/datasetstest"
	"gammonlab/datasets/upkeep"
	"gammonlab/engine"
	"gammonlab/internal/must"
)

func ignore(int) {}

// rowsOf returns the rows of a database.
func rowsOf(t *testing.T, path string) []datasets.Row {
	t.Helper()
	rows, _ := datasetstest.Read(t, path)
	return rows
}

// better is the rule of a merge: it reports whether a replaces b, an earlier
// row of the same position.
func better(a, b *datasets.Row) bool {
	order := []datasets.Method{
		datasets.Bearoff, datasets.Rollout, datasets.Ply2, datasets.Trace, datasets.Ply1, datasets.Static, datasets.Imported, datasets.Game,
	}
	place := func(r *datasets.Row) int {
		for i, m := range order {
			if m == r.Method {
				return i
			}
		}
		return len(order)
	}
	known := func(r *datasets.Row) bool { return r.Method != datasets.Unlabelled && r.EquityError == r.EquityError }
	switch {
	case known(a) && known(b):
		return a.EquityError < b.EquityError
	case known(a) != known(b):
		return known(a)
	}
	return place(a) < place(b)
}

// TestMerge compares a merge with the rule applied to all rows in memory.
func TestMerge(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 5))
	positions := datasetstest.Rows(300, board.Backgammon, 7)
	var files []string
	var all []datasets.Row
	for range 3 {
		var rows []datasets.Row
		for _, i := range rng.Perm(len(positions))[:200] {
			row := datasetstest.Row(positions[i].Position, rng)
			if row.Method != datasets.Unlabelled && rng.IntN(4) == 0 {
				row.EquityError = 0.5 // so that there are ties
			}
			rows = append(rows, row)
		}
		files = append(files, datasetstest.Write(t, datasets.Meta{}, rows))
		all = append(all, rows...)
	}
	best := map[board.Key]int{}
	for i := range all {
		k := all[i].Position.Key()
		if j, there := best[k]; !there || better(&all[i], &all[j]) {
			best[k] = i
		}
	}
	var want []datasets.Row
	for i := range all {
		if best[all[i].Position.Key()] == i {
			want = append(want, all[i])
		}
	}
	out := filepath.Join(t.TempDir(), "merged.parquet")
	read := 0
	result := must.Get(upkeep.Merge(t.Context(), out, files, upkeep.MergeOptions{
		Provenance: map[string]string{"a": "b"}, Progress: func(n int) { read += n },
	}))(t)
	got := rowsOf(t, out)
	datasetstest.Want(t, got, want)
	if n := int64(len(all)); result.Read != n || result.Written != int64(len(want)) ||
		result.Dropped+result.Replaced+result.Written != n || result.Replaced == 0 || read != 2*len(all) {
		t.Errorf("%+v, progress %d, of %d rows and %d positions", result, read, n, len(want))
	}
}

// TestMergeLeavesOut leaves races out.
func TestMergeLeavesOut(t *testing.T) {
	rows := datasetstest.Rows(100, board.Backgammon, 9)
	race := func(r *datasets.Row) bool { return r.Class == engine.Race }
	want := slices.DeleteFunc(slices.Clone(rows), func(r datasets.Row) bool { return race(&r) })
	out := filepath.Join(t.TempDir(), "merged.parquet")
	file := datasetstest.Write(t, datasets.Meta{}, rows)
	result := must.Get(upkeep.Merge(t.Context(), out, []string{file}, upkeep.MergeOptions{LeaveOut: race}))(t)
	datasetstest.Want(t, rowsOf(t, out), want)
	if result.LeftOut != int64(len(rows)-len(want)) || result.Read != int64(len(want)) || result.LeftOut == 0 || result.Written == 0 {
		t.Errorf("%+v of %d rows, %d of them no races", result, len(rows), len(want))
	}
}

func TestMergeErrors(t *testing.T) {
	some := datasetstest.Write(t, datasets.Meta{}, datasetstest.Rows(10, board.Backgammon, 8))
	other := datasetstest.Write(t, datasets.Meta{Variant: board.Nackgammon}, datasetstest.Rows(10, board.Nackgammon, 8))
	out := filepath.Join(t.TempDir(), "merged.parquet")
	for _, c := range []struct {
		name  string
		files []string
		want  string
	}{
		{"variants", []string{some, other}, other + ": positions of nackgammon, those of the first file are of backgammon"},
		{"no file", []string{some, out}, "no such file"},
	} {
		_, err := upkeep.Merge(t.Context(), out, c.files, upkeep.MergeOptions{Progress: ignore})
		must.Fail(t, err, c.want, c.name)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	many := datasetstest.Write(t, datasets.Meta{}, datasetstest.Rows(5000, board.Backgammon, 9))
	if _, err := upkeep.Merge(ctx, out, []string{many}, upkeep.MergeOptions{Progress: ignore}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want that it was cancelled", err)
	}
	if _, err := os.Stat(out); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a failed merge left a file: %v", err)
	}
}

// A merge with itself changes nothing, and the old file may be the new one.
func TestMergeIntoItself(t *testing.T) {
	rows := datasetstest.Rows(100, board.Backgammon, 10)
	path := datasetstest.Write(t, datasets.Meta{}, rows)
	result, err := upkeep.Merge(t.Context(), path, []string{path, path}, upkeep.MergeOptions{Progress: ignore})
	if err != nil || result.Written != 100 || result.Dropped != 100 || result.Replaced != 0 {
		t.Errorf("%+v, %v", result, err)
	}
	got := rowsOf(t, path)
	datasetstest.Want(t, got, rows)
}

func TestSplit(t *testing.T) {
	rows := datasetstest.Rows(4000, board.Backgammon, 11)
	dir := t.TempDir()
	meta := datasets.Meta{Provenance: map[string]string{"seed": "1"}}
	split := func(rows []datasets.Row, salt uint64) map[board.Key]int {
		parts := []upkeep.Part{
			{Path: filepath.Join(dir, "a"), Share: 0.1}, {Path: filepath.Join(dir, "b"), Share: 0.2}, {Path: filepath.Join(dir, "c"), Share: 0.7},
		}
		bad, err := upkeep.Split(t.Context(), datasetstest.Write(t, meta, rows), parts, upkeep.SplitOptions{Salt: salt, Progress: ignore})
		if err != nil || bad != 0 {
			t.Fatal(bad, err)
		}
		where := map[board.Key]int{}
		for i, p := range parts {
			got := rowsOf(t, p.Path)
			if want := p.Share * float64(len(rows)); int64(len(got)) != p.Rows || math.Abs(float64(len(got))-want) > 6*math.Sqrt(want) {
				t.Errorf("part %d has %d rows, counted are %d, want about %v", i, len(got), p.Rows, want)
			}
			for _, r := range got {
				where[r.Position.Key()] = i
			}
		}
		return where
	}
	few, all, salted := split(rows[:2000], 0), split(rows, 0), split(rows, 1)
	moved := 0
	for k, i := range few {
		if all[k] != i {
			t.Errorf("%x moved from part %d to %d as others came", k, i, all[k])
		}
		if salted[k] != i {
			moved++
		}
	}
	if len(few) != 2000 || len(all) != 4000 || moved < 600 {
		t.Errorf("%d and %d positions, %d of them elsewhere with salt", len(few), len(all), moved)
	}
}

func TestSplitErrors(t *testing.T) {
	path := datasetstest.Write(t, datasets.Meta{}, datasetstest.Rows(3, board.Backgammon, 12))
	for _, shares := range [][]float64{{}, {0.5}, {0.5, 0.6}, {1.5, -0.5}, {math.NaN(), 1}} {
		var parts []upkeep.Part
		for _, share := range shares {
			parts = append(parts, upkeep.Part{Path: filepath.Join(t.TempDir(), "part"), Share: share})
		}
		if _, err := upkeep.Split(t.Context(), path, parts, upkeep.SplitOptions{Progress: ignore}); err == nil {
			t.Errorf("shares %v: no error", shares)
		}
	}
}

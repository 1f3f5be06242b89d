package datasets_test

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"testing"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/datasets/datasetstest"
	"gammonlab/datasets/table"
	"gammonlab/datasets/upkeep"
	"gammonlab/internal/must"
)

// weightedRows returns rows with different weights.
func weightedRows(n int) []datasets.Row {
	rows := datasetstest.Rows(n, board.Backgammon, 21)
	for i := range rows {
		rows[i].Weight = float32(i) / 7
	}
	return rows
}

// Weights survive a file, a table, a split and a merge of the parts.
func TestWeightsSurvive(t *testing.T) {
	rows := weightedRows(300)
	path := datasetstest.Write(t, datasets.Meta{}, rows)
	got := must.Get(readRows(path))(t)
	datasetstest.Want(t, got, rows, "file")

	var text bytes.Buffer
	w := table.NewWriter(&text, false)
	for i := range rows {
		must.OK(t, w.Write(&rows[i]))
	}
	must.OK(t, w.Flush())
	r := must.Get(table.NewCSV(&text, "table.csv", board.Backgammon, nil))(t)
	datasetstest.Want(t, must.Get(datasets.ReadAll(r))(t), rows, "table")

	dir := t.TempDir()
	parts := []upkeep.Part{{Path: filepath.Join(dir, "a"), Share: 0.7}, {Path: filepath.Join(dir, "b"), Share: 0.3}}
	must.Get(upkeep.Split(t.Context(), path, parts, upkeep.SplitOptions{}))(t)
	merged := filepath.Join(dir, "merged")
	must.Get(upkeep.Merge(t.Context(), merged, []string{parts[0].Path, parts[1].Path, path}, upkeep.MergeOptions{}))(t)
	want := map[string]string{}
	for i := range rows {
		want[rows[i].Position.ID()] = datasetstest.Spell(&rows[i])
	}
	all := must.Get(readRows(merged))(t)
	for i := range all {
		if got := datasetstest.Spell(&all[i]); got != want[all[i].Position.ID()] {
			t.Fatalf("merged: got %s, want %s", got, want[all[i].Position.ID()])
		}
	}
	if len(all) != len(rows) {
		t.Errorf("merged: %d rows, want %d", len(all), len(rows))
	}
}

// Only a file with weights has their column.
func TestWeightColumn(t *testing.T) {
	for _, weighted := range []bool{false, true} {
		rows := weightedRows(2)
		for i := range rows {
			if !weighted {
				rows[i].Weight = float32(math.NaN())
			}
		}
		path := datasetstest.Write(t, datasets.Meta{}, rows)
		f := must.Get(datasets.Open(path))(t)
		if f.Weighted() != weighted {
			t.Errorf("Weighted is %t, want %t", f.Weighted(), weighted)
		}
		must.OK(t, f.Close())
		if data := must.Get(os.ReadFile(path))(t); bytes.Contains(data, []byte("weight")) != weighted {
			t.Errorf("weighted %t: the file has the column weight: %t", weighted, !weighted)
		}
	}
}

// A row is refused if it is the only one with or without a weight, and if its weight
// is no weight.
func TestWriterRefusesWeights(t *testing.T) {
	rows := weightedRows(2)
	nan := float32(math.NaN())
	for _, c := range []struct {
		name          string
		first, second float32
		want          string
	}{
		{"missing", 1, nan, "row 2: no weight, but earlier positions have weights"},
		{"alone", nan, 1, "row 2: weight 1, but earlier positions have no weights"},
		{"negative", 1, -0.5, "row 2: column weight is -0.5, want a finite number of at least 0"},
		{"infinite", 1, float32(math.Inf(1)), "row 2: column weight is +Inf, want a finite number"},
		{"negative at once", -1, 1, "row 1: column weight is -1"},
	} {
		rows[0].Weight, rows[1].Weight = c.first, c.second
		w := must.Get(datasets.Create(filepath.Join(t.TempDir(), "x"), datasets.Meta{}))(t)
		err := w.Write(&rows[0])
		if err == nil {
			err = w.Write(&rows[1])
		}
		must.Fail(t, err, c.want, c.name)
		w.Abort()
	}
	w := table.NewWriter(new(bytes.Buffer), false)
	rows[0].Weight, rows[1].Weight = 1, nan
	must.OK(t, w.Write(&rows[0]))
	must.Fail(t, w.Write(&rows[1]), "yHPwASjgc/ABMA: no weight, but earlier positions have weights", "table")
}

// A merge keeps the weight of the row that it keeps.
func TestMergeWeights(t *testing.T) {
	good := weightedRows(1)[0]
	good.Method, good.EquityError, good.Weight = datasets.Rollout, 0.01, 3
	bad, plain := good, good
	bad.EquityError, bad.Weight = 0.02, 5
	plain.Weight = float32(math.NaN())
	write := func(rows ...datasets.Row) string { return datasetstest.Write(t, datasets.Meta{}, rows) }
	weighted, other, unweighted, empty := write(good), write(bad), write(plain), write()
	out := filepath.Join(t.TempDir(), "out")
	merge := func(o upkeep.MergeOptions, files ...string) ([]datasets.Row, error) {
		if _, err := upkeep.Merge(t.Context(), out, files, o); err != nil {
			return nil, err
		}
		return readRows(out)
	}
	if rows := must.Get(merge(upkeep.MergeOptions{}, empty, other, weighted))(t); len(rows) != 1 || rows[0].Weight != 3 {
		t.Errorf("got %v, want the weight 3", rows)
	}
	if rows := must.Get(merge(upkeep.MergeOptions{Unweighted: true}, weighted, unweighted))(t); len(rows) != 1 || rows[0].HasWeight() {
		t.Errorf("got %v, want no weight", rows)
	}
	_, err := merge(upkeep.MergeOptions{}, weighted, unweighted)
	must.Fail(t, err, weighted+" has weights of positions, "+unweighted+" has none", "second without")
	_, err = merge(upkeep.MergeOptions{}, unweighted, weighted)
	must.Fail(t, err, weighted+" has weights of positions, "+unweighted+" has none", "second with")
}

func TestSummarizeWeights(t *testing.T) {
	f := must.Get(datasets.Open(datasetstest.Write(t, datasets.Meta{}, weightedRows(15))))(t)
	defer f.Close()
	s := must.Get(upkeep.Summarize(t.Context(), f, nil))(t)
	if w := s.Weights; w.N != 15 || w.Min != 0 || w.Max != 2 || math.Abs(w.Mean()-1) > 1e-7 {
		t.Errorf("got %+v with mean %v, want 15 from 0 to 2, mean 1", w, w.Mean())
	}
}

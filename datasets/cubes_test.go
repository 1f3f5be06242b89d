package datasets_test

import (
	"bytes"
	"math"
	"math/rand/v2"
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

// cubeRows returns rows of which many have values by the state of the cube.
func cubeRows(n int) []datasets.Row {
	rows, rng := datasetstest.Rows(n, board.Backgammon, 22), rand.New(rand.NewPCG(22, 1))
	for i := range rows {
		r := &rows[i]
		if r.Method == datasets.Unlabelled || rng.IntN(4) == 0 {
			continue
		}
		for k := range datasets.MatchCentred {
			r.States[k] = 6*rng.Float32() - 3
		}
		switch rng.IntN(3) {
		case 0:
			r.OwnAway, r.OppAway, r.MatchCube = 1+rng.Int32N(25), 2+rng.Int32N(24), 1
			r.States[datasets.MatchCentred] = rng.Float32()
		case 1:
			r.OwnAway, r.OppAway, r.MatchCube = 5+rng.Int32N(21), 5+rng.Int32N(21), 4
			r.States[datasets.MatchOwned], r.States[datasets.MatchAgainst] = rng.Float32(), -rng.Float32()
		}
	}
	return rows
}

// Values by the state of the cube survive a file, a table, a split and a merge with a file
// that has none.
func TestCubesSurvive(t *testing.T) {
	rows, plain := cubeRows(400), datasetstest.Rows(40, board.Backgammon, 5)
	path := datasetstest.Write(t, datasets.Meta{Cubes: true}, rows)
	got, meta := datasetstest.Read(t, path)
	datasetstest.Want(t, got, rows, "file")
	if !meta.Cubes {
		t.Error("the metadata have no cubes")
	}
	var text bytes.Buffer
	w := table.NewWriter(&text, true)
	for i := range rows {
		must.OK(t, w.Write(&rows[i]))
	}
	must.OK(t, w.Flush())
	r := must.Get(table.NewCSV(&text, "table.csv", board.Backgammon, nil))(t)
	if datasetstest.Want(t, must.Get(datasets.ReadAll(r))(t), rows, "table"); !r.Cubes() {
		t.Error("the table has no cubes")
	}
	parquet := must.Get(os.Open(path))(t)
	defer parquet.Close()
	r = must.Get(table.NewParquet(parquet, path, board.Backgammon, nil))(t)
	datasetstest.Want(t, must.Get(datasets.ReadAll(r))(t), rows, "table in a Parquet file")

	dir := t.TempDir()
	parts := []upkeep.Part{{Path: filepath.Join(dir, "a"), Share: 0.7}, {Path: filepath.Join(dir, "b"), Share: 0.3}}
	must.Get(upkeep.Split(t.Context(), path, parts, upkeep.SplitOptions{}))(t)
	merged, want := filepath.Join(dir, "merged"), map[string]string{}
	others := datasetstest.Write(t, datasets.Meta{}, plain)
	must.Get(upkeep.Merge(t.Context(), merged, []string{others, parts[0].Path, parts[1].Path}, upkeep.MergeOptions{}))(t)
	for i := range rows {
		want[rows[i].Position.ID()] = datasetstest.Spell(&rows[i])
	}
	all, meta := datasetstest.Read(t, merged)
	found := 0
	for i := range all {
		if want[all[i].Position.ID()] == datasetstest.Spell(&all[i]) {
			found++
		}
	}
	if found < len(rows)-5 || !meta.Cubes { // the opening is in both files
		t.Errorf("merged: %d of %d rows are the same, cubes %t", found, len(rows), meta.Cubes)
	}
	f := must.Get(datasets.Open(path))(t)
	defer f.Close()
	with := int64(0)
	for i := range rows {
		if rows[i].HasCubes() {
			with++
		}
	}
	if s := must.Get(upkeep.Summarize(t.Context(), f, nil))(t); s.Cubes != with || with < 100 {
		t.Errorf("a summary of %d rows with values, want %d", s.Cubes, with)
	}
}

// Only a file with values by the state of the cube has their columns.
func TestCubeColumns(t *testing.T) {
	rows := datasetstest.Rows(3, board.Backgammon, 5)
	for _, cubes := range []bool{false, true} {
		data := must.Get(os.ReadFile(datasetstest.Write(t, datasets.Meta{Cubes: cubes}, rows)))(t)
		for _, text := range []string{"cubeful_owned", "match_own_away", "cube_columns_version"} {
			if bytes.Contains(data, []byte(text)) != cubes {
				t.Errorf("cubes %t: the file has %s: %t", cubes, text, !cubes)
			}
		}
	}
	row := cubeRows(20)[19]
	row.States[datasets.MoneyOwned] = 1
	w := must.Get(datasets.Create(filepath.Join(t.TempDir(), "x"), datasets.Meta{}))(t)
	defer w.Abort()
	must.Fail(t, w.Write(&row), "row 1: values by the state of the cube, but the file has no columns for them")
}

// Values out of range are errors that name the column.
func TestCubesCheck(t *testing.T) {
	inf, nan := float32(math.Inf(1)), float32(math.NaN())
	for _, c := range []struct {
		name   string
		change func(*datasets.Row)
		want   string
	}{
		{"money", func(r *datasets.Row) { r.States[datasets.MoneyJacoby] = 3.01 }, "column cubeful_jacoby is 3.01, want an equity from -3 to 3"},
		{"infinite", func(r *datasets.Row) { r.States[datasets.MoneyAgainst] = -inf }, "column cubeful_against is -Inf, want an equity"},
		{"match", func(r *datasets.Row) { r.States[datasets.MatchOwned] = 17 }, "column match_owned is 17, want an equity from -16 to 16"},
		{"score", func(r *datasets.Row) { r.OwnAway = 26 }, "column match_own_away is 26, want 1 to 25 points"},
		{"no score", func(r *datasets.Row) { r.OppAway = 0 }, "column match_opp_away is 0, want 1 to 25 points"},
		{"nothing at the score", func(r *datasets.Row) { r.States[datasets.MatchOwned] = nan }, "a score, but no equity of a match"},
		{"cube", func(r *datasets.Row) { r.MatchCube = 3 }, "column match_owned is 0.5: cube at 3, want a power of 2"},
		{"impossible", func(r *datasets.Row) { r.OppAway = 1 }, "cannot have doubled the dead cube"},
		{"centred at 2", func(r *datasets.Row) { r.States[datasets.MatchCentred] = 0 }, "column match_centred is 0: cube at 2 in the middle"},
	} {
		r := datasetstest.Rows(30, board.Backgammon, 5)[29]
		r.Method, r.States[datasets.MatchOwned] = datasets.Trace, 0.5
		r.OwnAway, r.OppAway, r.MatchCube = 5, 7, 2
		must.OK(t, r.Check())
		c.change(&r)
		must.Fail(t, r.Check(), c.want, c.name)
	}
}

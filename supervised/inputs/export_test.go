package inputs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/file"
	"github.com/apache/arrow/go/v15/parquet/metadata"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/datasets/datasetstest"
	"gammonlab/engine"
	"gammonlab/features"
	"gammonlab/internal/must"
	"gammonlab/internal/npy"
	"gammonlab/internal/parquetfile"
	"gammonlab/nets"
	"gammonlab/supervised"
)

// database returns a database of labelled positions of several classes, an
// unlabelled row and a finished game, and its rows.
func database(t *testing.T) (*datasets.File, []datasets.Row) {
	t.Helper()
	var rows []datasets.Row
	for i, id := range []string{"4HPwATDgc/ABMA", "d+cRCAD71iwAAA", "ChFD7gPXHQAAAA", "4HPwQSDgc/ABMA", "NQAAoCoqotQAAA", "AAAAgAAAAAAAAA"} {
		r := datasets.NewRow(must.Get(board.ParseID(id, board.Backgammon))(t))
		if i != 3 {
			x := float32(i) / 100
			r.Method, r.Probabilities = datasets.Ply1, engine.Probabilities{0.5 + x, 0.1 + x, 0.01, 0.2 - x, 0.02}
		}
		rows = append(rows, r)
	}
	db := must.Get(datasets.Open(datasetstest.Write(t, datasets.Meta{Variant: board.Backgammon}, rows)))(t)
	t.Cleanup(func() { db.Close() })
	return db, rows
}

// kept returns the rows from which a net for the classes learns.
func kept(rows []datasets.Row, classes ...engine.Class) []datasets.Row {
	return slices.DeleteFunc(slices.Clone(rows), func(r datasets.Row) bool {
		return r.Method == datasets.Unlabelled || !slices.Contains(classes, r.Class)
	})
}

// check compares exported inputs and targets with those of the training.
func check(t *testing.T, i int, want *datasets.Row, set features.Set, inputs, targets []float32) {
	t.Helper()
	samples := supervised.NewSamples(set, board.Backgammon, []datasets.Row{*want})
	x := make([]float32, set.Len())
	samples.Inputs(x, 0)
	if !slices.Equal(inputs, x) {
		t.Errorf("row %d: inputs %v, want %v", i, inputs, x)
	}
	if label := samples.Label(0); !slices.Equal(targets, label[:]) {
		t.Errorf("row %d: targets %v, want %v", i, targets, label)
	}
}

func TestArrays(t *testing.T) {
	db, rows := database(t)
	base := filepath.Join(t.TempDir(), "races")
	set := features.Pubeval122{}
	must.OK(t, os.WriteFile(base+".json", []byte("old"), 0o666))
	done := must.Get(Export(t.Context(), base+".npy", db, Settings{set, []nets.Part{nets.Race}}, func(int) {}))(t)
	want := kept(rows, engine.Race)
	if int(done.Rows) != len(want) || len(want) < 2 || done.Over != 1 || done.Unlabelled != 1 || int(done.Rows+done.Other) != len(rows)-2 {
		t.Fatalf("%+v, want %d rows of %d", done, len(want), len(rows))
	}
	array := func(end string) npy.Array { return must.Get(npy.Decode(must.Get(os.ReadFile(base + end))(t)))(t) }
	inputs, targets := array(".inputs.npy"), array(".targets.npy")
	if !slices.Equal(inputs.Shape, []int{len(want), 122}) || !slices.Equal(targets.Shape, []int{len(want), 5}) {
		t.Fatalf("shapes %v and %v", inputs.Shape, targets.Shape)
	}
	classes, keys := must.Get(os.ReadFile(base+".classes.npy"))(t), must.Get(os.ReadFile(base+".keys.npy"))(t)
	for i := range want {
		check(t, i, &want[i], set, inputs.Data[122*i:][:122], targets.Data[5*i:][:5])
		key, end := want[i].Position.Key(), len(keys)-10*(len(want)-i)
		if string(keys[end:][:10]) != string(key[:]) || classes[len(classes)-len(want)+i] != byte(engine.Race) {
			t.Errorf("row %d: key or class", i)
		}
	}
	var d Description
	must.OK(t, json.Unmarshal(must.Get(os.ReadFile(base+".json"))(t), &d))
	sum, _, _ := db.Digest()
	if d.Features != "pubeval122@1" || d.Rows != done.Rows || d.Database != sum || d.Codes["race"] != int(engine.Race) ||
		d.Inputs[0] != set.Inputs()[0].Name || len(d.Inputs) != 122 || d.Targets[4] != "lose_backgammon" {
		t.Errorf("description %+v", d)
	}
}

// TestTable reads the table back.
func TestTable(t *testing.T) {
	db, rows := database(t)
	path := filepath.Join(t.TempDir(), "all.parquet")
	set := features.Perspective196{}
	s := Settings{set, []nets.Part{nets.All}}
	must.Get(Export(t.Context(), path, db, s, func(int) {}))(t)
	want := kept(rows, engine.Race, engine.Crashed, engine.Contact)
	f := must.Get(os.Open(path))(t)
	defer f.Close()
	d := must.Get(describe(db, s, must.Get(s.classes())(t)))(t)
	r := must.Get(parquetfile.NewReader(f, parquetfile.Format{Columns: tableSchema(d), MaxRows: groupRows, MaxPage: 1 << 20,
		Check: func(kv metadata.KeyValueMetadata) error {
			if got := parquetfile.Value(kv, "features"); got != "perspective196@1" {
				return fmt.Errorf("features %q", got)
			}
			return nil
		}}))(t)
	numbers, n := make([][]float32, 5+196), int64(len(want))
	_, err := r.Group(nil, 0, func(column int, from file.ColumnChunkReader) (err error) {
		switch from := from.(type) {
		case *file.Float32ColumnChunkReader:
			values := make([]float32, n)
			_, _, err = from.ReadBatch(n, values, nil, nil)
			numbers[column-2] = values
		case *file.ByteArrayColumnChunkReader:
			values := make([]parquet.ByteArray, n)
			_, _, err = from.ReadBatch(n, values, nil, nil)
			for i, v := range values {
				if string(v) != want[i].Class.String() {
					t.Errorf("row %d: class %s", i, v)
				}
			}
		}
		return err
	})
	must.OK(t, err)
	for i := range want {
		var all []float32
		for _, column := range numbers {
			all = append(all, column[i])
		}
		check(t, i, &want[i], set, all[5:], all[:5])
	}
}

// Nothing is written if rows are bad, if no row is selected, or if the work is
// stopped.
func TestExportFails(t *testing.T) {
	dir := t.TempDir()
	for _, ext := range []string{".npy", ".parquet"} {
		db, _ := database(t)
		path := filepath.Join(dir, "x"+ext)
		set := features.Pubeval122{}
		must.Fail(t, must.Err(Export(t.Context(), path, db, Settings{set, []nets.Part{nets.Crashed}}, func(int) {})), "no labelled rows of class [crashed]")
		must.Fail(t, must.Err(Export(t.Context(), path, db, Settings{set, []nets.Part{"races"}}, func(int) {})), `unknown part "races"`)
		if left := must.Get(os.ReadDir(dir))(t); len(left) != 0 {
			t.Fatalf("%s: left behind: %v", ext, left)
		}
	}
	db, _ := database(t)
	must.Fail(t, must.Err(Export(t.Context(), "x.csv", db, Settings{features.Pubeval122{}, []nets.Part{nets.All}}, nil)), `extension ".csv", want .npy or .parquet`)
}

// A stop between rows leaves no files.
func TestExportStops(t *testing.T) {
	row := datasets.NewRow(board.Backgammon.Start())
	row.Method, row.Probabilities = datasets.Ply1, engine.Probabilities{0.5}
	db := must.Get(datasets.Open(datasetstest.Write(t, datasets.Meta{Variant: board.Backgammon}, slices.Repeat([]datasets.Row{row}, progressRows))))(t)
	defer db.Close()
	ctx, stop := context.WithCancel(t.Context())
	dir := t.TempDir()
	_, err := Export(ctx, filepath.Join(dir, "x.npy"), db, Settings{features.Pubeval122{}, []nets.Part{nets.All}}, func(int) { stop() })
	if left := must.Get(os.ReadDir(dir))(t); !errors.Is(err, context.Canceled) || len(left) != 0 {
		t.Errorf("got %v, left behind %v", err, left)
	}
}

package table_test

import (
	"bytes"
	"errors"
	"math"
	"os"
	"testing"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/datasets/datasetstest"
	"gammonlab/datasets/table"
	"gammonlab/engine"
	"gammonlab/internal/must"
)

// duckdb.parquet and keys.parquet were written by DuckDB 1.5: decimals, floats of both sizes,
// nulls, texts, a nested column, and keys as in a database whose rows another program wrote.
const duckTable, keyTable = "testdata/duckdb.parquet", "testdata/keys.parquet"

// duckNames are the columns of duckdb.parquet that have other names.
const duckNames = "position_id=board,win=p_win"

// columns reads names of columns.
func columns(t testing.TB, text string) (c table.Columns) {
	t.Helper()
	if text != "" {
		must.OK(t, c.UnmarshalText([]byte(text)))
	}
	return c
}

func readTable(t testing.TB, data []byte, names string) ([]datasets.Row, error) {
	rows, err := table.NewParquet(bytes.NewReader(data), "own.parquet", board.Backgammon, columns(t, names))
	if err != nil {
		return nil, err
	}
	return datasets.ReadAll(rows)
}

func TestParquet(t *testing.T) {
	opened := board.Backgammon.Start()
	row := func(pos board.Position, p engine.Probabilities, trials int32, weight float32, seed uint64, source string) datasets.Row {
		r := datasets.NewRow(pos)
		r.Method, r.Probabilities, r.Trials, r.Weight, r.Seed, r.Source = datasets.Imported, p, trials, weight, seed, source
		return r
	}
	other := must.Get(board.ParseID("sGfwATDgc/ABMA", board.Backgammon))(t)
	want := []datasets.Row{
		row(opened, engine.Probabilities{0.525, 0.149, 0.007, 0.124, 0.005}, 2, 1.5, math.MaxUint64, "a, b"),
		row(opened, engine.Probabilities{0.5, 0.1, 0, 0.12, 0}, 0, 3, 7, ""),
		row(other, engine.Probabilities{1}, 1296000, 0, 8, ""),
	}
	got := must.Get(readTable(t, must.Get(os.ReadFile(duckTable))(t), duckNames))(t)
	datasetstest.Want(t, got, want)

	keyed := row(opened, want[0].Probabilities, 0, float32(math.NaN()), 0, "")
	keyed.Method = datasets.Rollout
	datasetstest.Want(t, must.Get(readTable(t, must.Get(os.ReadFile(keyTable))(t), ""))(t), []datasets.Row{keyed})
}

func TestParquetErrors(t *testing.T) {
	data := must.Get(os.ReadFile(duckTable))(t)
	for _, c := range []struct{ names, want string }{
		{"", `own.parquet: no column position_id, want a header with the columns position_id, win, win_gammon, win_backgammon, lose_gammon, lose_backgammon; ` +
			`the columns are "board, p_win, wg, WBG, lg, lbg, trials, weight, seed, source": say by columns which one it is, as in position_id=NAME`},
		{"position_id=board,win=x", `own.parquet: 0 columns are called "x", which should be win; the columns are "board, p_win`},
		{"position_id=board,win=trials", `own.parquet: row 1: column win is "2", want a probability from 0 to 1`},
		{"position_id=p_win,win=wg,win_gammon=lg,lose_gammon=lbg,lose_backgammon=trials", `own.parquet: row 1: column position_id: position ID "525e-3" has 6 characters`},
		{"win_gammon=tags", `0 columns are called "tags"`}, // it is nested
	} {
		must.Fail(t, must.Err(readTable(t, data, c.names)), c.want)
	}
	must.Fail(t, must.Err(readTable(t, data[:300], duckNames)), "own.parquet: ")
	must.Fail(t, must.Err(readTable(t, nil, duckNames)), "own.parquet: ")
}

// A bad row does not end a table.
func TestParquetContinues(t *testing.T) {
	rows := must.Get(table.NewParquet(bytes.NewReader(must.Get(os.ReadFile(duckTable))(t)), "x", board.Backgammon, columns(t, duckNames+",lose_gammon=trials")))(t)
	bad, good := 0, 0
	for _, err := range datasets.Rows(rows) {
		var row *datasets.BadRow
		switch {
		case errors.As(err, &row):
			bad++
		case err != nil:
			t.Fatal(err)
		default:
			good++
		}
	}
	if bad != 3 || good != 0 {
		t.Errorf("%d bad rows and %d good ones, want 3 and 0", bad, good)
	}
}

func TestColumns(t *testing.T) {
	if got, want := columns(t, " win = a b ,position_id=c").String(), "position_id=c,win=a b"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for text, want := range map[string]string{
		"":            `"", want NAME=COLUMN`,
		"win":         `"win", want NAME=COLUMN`,
		"win=":        `"win=", want NAME=COLUMN`,
		"wins=x":      `"wins", want one of position_id, win, win_gammon`,
		"win=x,win=y": "win is given twice",
	} {
		must.Fail(t, new(table.Columns).UnmarshalText([]byte(text)), want)
	}
	// A named column stands for the one with the name that it should have.
	got := must.Get(readNamed("position_id,win,wg,wbg,lg,lbg,mine\n4HPwATDgc/ABMA,0.9,0,0,0,0,0.5\n", columns(t, "win=mine")))(t)
	if got[0].Probabilities[engine.Win] != 0.5 {
		t.Errorf("got %v, want the named column", got[0].Probabilities)
	}
	must.Fail(t, must.Err(readNamed("a,b,a\n", columns(t, "win=a"))), `data.csv:1: 2 columns are called "a"`)
}

// FuzzParquet reads tables with changed bytes.
func FuzzParquet(f *testing.F) {
	good, keyed := must.Get(os.ReadFile(duckTable))(f), must.Get(os.ReadFile(keyTable))(f)
	f.Add(good, uint(0), byte(0))
	f.Add(keyed, uint(0), byte(0))
	f.Add(good, uint(len(good)-100), byte(255))
	f.Fuzz(func(t *testing.T, data []byte, at uint, by byte) {
		if len(data) > 0 {
			data = bytes.Clone(data)
			data[at%uint(len(data))] ^= by
		}
		rows, err := readTable(t, data, duckNames)
		for i := range rows {
			if err == nil && rows[i].Check() != nil {
				t.Errorf("row %d is invalid: %v", i+1, rows[i].Check())
			}
		}
	})
}

package exchange_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/datasets/datasetstest"
	"gammonlab/datasets/exchange"
	"gammonlab/internal/must"
)

// input returns a file of the given text.
func input(name, text string) exchange.Input {
	return exchange.Input{Name: name, Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }}
}

// Files of three formats, whose positions are partly the same.
func TestImport(t *testing.T) {
	path := filepath.Join(t.TempDir(), "all.parquet")
	inputs := []exchange.Input{
		input("some/train.txt", testFile(t, "train.txt")),
		input("handmade.bm", testFile(t, "handmade.bm")),
		input("wildbg.csv", testFile(t, "wildbg.csv")),
	}
	seen := 0
	o := exchange.ImportOptions{Progress: func(rows int) { seen += rows }}
	o.Method = datasets.Rollout // so that no label is better than another
	done := must.Get(exchange.Import(t.Context(), path, inputs, o))(t)
	// Of the 7 rollouts of the benchmark file only the two after 65 are of
	// positions that the training text has not.
	if done.Rows != 5+2+8 || done.Repeated != 5 || done.Replaced != 0 || done.Bad != 0 || done.Moved != 0 || seen != 20 {
		t.Errorf("got %+v and %d seen, want 15 rows of 20, 5 repeated", done, seen)
	}
	rows, meta := datasetstest.Read(t, path)
	if int64(len(rows)) != done.Rows || meta.Variant != board.Backgammon {
		t.Errorf("%d rows of %v", len(rows), meta.Variant)
	}
	for i, want := range map[int]string{0: "train.txt", 1: "train.txt cycle 1", 5: "handmade.bm", 7: "wildbg.csv"} {
		if rows[i].Source != want {
			t.Errorf("row %d is from %q, want %q", i, rows[i].Source, want)
		}
	}
	if got := meta.Provenance["import.files"]; !strings.HasPrefix(got, "train.txt (sha256:") || strings.Count(got, "sha256:") != 3 {
		t.Errorf("the database is made of %q", got)
	}
}

// Of several labels of a position the best one is kept, in any order of the
// files.
func TestImportBestLabel(t *testing.T) {
	const header = "position_id,win,wg,wbg,lg,lbg,method,equity_error\n"
	label := func(win, method, err string) string {
		return anyID + "," + win + ",0,0,0,0," + method + "," + err + "\n"
	}
	other := "sGfwATDgc/ABMA,0.45,0,0,0,0,game,\n"
	for _, c := range []struct {
		name, text string
		win        float32
		replaced   int64
	}{
		{"first", label("0.5", "rollout", "") + other + label("0.6", "ply1", ""), 0.5, 0},
		{"second", label("0.5", "ply1", "") + other + label("0.6", "rollout", ""), 0.6, 1},
		{"smaller error", label("0.5", "ply1", "0.01") + label("0.6", "rollout", "0.004") + other + label("0.7", "ply2", "0.005"), 0.6, 1},
		{"equal", label("0.5", "ply1", "") + other + label("0.6", "ply1", ""), 0.5, 0},
	} {
		path := filepath.Join(t.TempDir(), "x.parquet")
		done, err := exchange.Import(t.Context(), path, []exchange.Input{input("x.csv", header+c.text)}, exchange.ImportOptions{})
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		rows, meta := datasetstest.Read(t, path)
		for _, row := range rows {
			if row.Position == board.Backgammon.Start() && row.Probabilities[0] != c.win {
				t.Errorf("%s: the label has %v wins, want %v", c.name, row.Probabilities[0], c.win)
			}
		}
		if len(rows) != 2 || done.Rows != 2 || done.Replaced != c.replaced || meta.Provenance["import.files"] == "" {
			t.Errorf("%s: got %+v, %d rows, made of %v", c.name, done, len(rows), meta.Provenance)
		}
		if left, err := os.ReadDir(filepath.Dir(path)); err != nil || len(left) != 1 {
			t.Errorf("%s: %d files are there, %v, want 1", c.name, len(left), err)
		}
	}
}

func TestImportSettings(t *testing.T) {
	path := filepath.Join(t.TempDir(), "one.parquet")
	o := exchange.ImportOptions{Format: exchange.GnubgNN, Options: exchange.Options{Source: "here", Method: datasets.Ply2, Noise: 0.01}}
	done, err := exchange.Import(t.Context(), path, []exchange.Input{input("a", startLetters+" 0.5 -0.01 0 0 0")}, o)
	if err != nil || done.Rows != 1 || done.Moved != 1 {
		t.Fatalf("got %+v, %v", done, err)
	}
	rows, _ := datasetstest.Read(t, path)
	if rows[0].Source != "here" || rows[0].Method != datasets.Ply2 || rows[0].Probabilities[1] != 0 {
		t.Errorf("got %v", rows[0])
	}
}

// Weights are unchanged after export to a table and import.
func TestWeights(t *testing.T) {
	rows := mustRead(t, testFile(t, "train.txt"), exchange.GnubgNN, exchange.Options{Source: "a, b"})
	for i := range rows {
		rows[i].Weight = float32(i)
	}
	var table strings.Builder
	must.Get(exchange.Export(t.Context(), &table, &list{rows}, exchange.CSV, nil))(t)
	path := filepath.Join(t.TempDir(), "x.parquet")
	weighted, plain := input("weighted.csv", table.String()), input("train.txt", testFile(t, "train.txt"))
	must.Get(exchange.Import(t.Context(), path, []exchange.Input{weighted}, exchange.ImportOptions{}))(t)
	got, _ := datasetstest.Read(t, path)
	datasetstest.Want(t, got, rows)
	for _, f := range []exchange.Format{exchange.GnubgNN, exchange.BM, exchange.Wildbg} {
		_, err := exchange.Export(t.Context(), io.Discard, &list{rows}, f, nil)
		must.Fail(t, err, "has a weight, and the format has no weights", string(f))
	}
	for _, c := range []struct {
		inputs []exchange.Input
		want   string
	}{
		{[]exchange.Input{weighted, plain}, "train.txt: position 4HPwATDgc/ABMA: no weight, but earlier positions have weights"},
		{[]exchange.Input{plain, weighted}, "weighted.csv: position 4HPwATDgc/ABMA: weight 0, but earlier positions have no weights"},
	} {
		_, err := exchange.Import(t.Context(), path, c.inputs, exchange.ImportOptions{SkipBad: true})
		must.Fail(t, err, c.want, c.want)
	}
}

func TestImportFails(t *testing.T) {
	bad := testFile(t, "train.txt") + "OAHD 1\n" + startLetters + " 2 0 0 0 0\n"
	for _, c := range []struct {
		name  string
		input exchange.Input
		want  string
	}{
		{"bad row", input("x.txt", bad), `x.txt:9: position "OAHD" has 4 characters`},
		{"no format", input("x.txt", "hello"), "x.txt: the format cannot be detected"},
		{"no file", exchange.Input{Name: "x", Open: func() (io.ReadCloser, error) { return nil, os.ErrNotExist }}, "file does not exist"},
	} {
		path := filepath.Join(t.TempDir(), "x.parquet")
		if _, err := exchange.Import(t.Context(), path, []exchange.Input{c.input}, exchange.ImportOptions{}); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		}
		if left, err := os.ReadDir(filepath.Dir(path)); err != nil || len(left) > 0 {
			t.Errorf("%s: left behind: %v, %v", c.name, left, err)
		}
	}

	path := filepath.Join(t.TempDir(), "x.parquet")
	done, err := exchange.Import(t.Context(), path, []exchange.Input{input("x.txt", bad)}, exchange.ImportOptions{SkipBad: true})
	if err != nil || done.Rows != 5 || done.Bad != 2 || len(done.Faults) != 2 {
		t.Errorf("with bad rows left out: got %+v, %v", done, err)
	}
}

func TestImportStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	in := exchange.Input{Name: "x", Stream: true, Open: func() (io.ReadCloser, error) {
		cancel()
		return io.NopCloser(strings.NewReader("# x\n")), nil
	}}
	path := filepath.Join(t.TempDir(), "x.parquet")
	if _, err := exchange.Import(ctx, path, []exchange.Input{in}, exchange.ImportOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a database is there: %v", err)
	}
}

// A database is unchanged after export to a table and import.
func TestExport(t *testing.T) {
	rows := mustRead(t, testFile(t, "handmade.bm"), exchange.BM, exchange.Options{Source: "a, b"})
	rows = append(rows, datasets.NewRow(board.Backgammon.Start()))
	for _, c := range []struct {
		format             exchange.Format
		rows, withoutLabel int64
		method             datasets.Method
		source             string
	}{
		{exchange.CSV, 8, 0, datasets.Rollout, "a, b"},
		{exchange.GnubgNN, 7, 1, datasets.Imported, ""},
	} {
		var text strings.Builder
		seen := 0
		done, err := exchange.Export(t.Context(), &text, &list{rows}, c.format, func(n int) { seen += n })
		if err != nil || done.Rows != c.rows || done.Unlabelled != c.withoutLabel || seen != 8 {
			t.Errorf("%s: got %+v, %v and %d seen, want %v", c.format, done, err, seen, c)
		}
		got := mustRead(t, text.String(), c.format, exchange.Options{})
		if int64(len(got)) != c.rows || got[0].Method != c.method || got[0].Source != c.source {
			t.Errorf("%s: got %d rows, the first %v", c.format, len(got), got[0])
		}
		if c.format == exchange.CSV {
			for i := range got {
				if !same(got[i], rows[i]) {
					t.Errorf("row %d: got %v, want %v", i, got[i], rows[i])
				}
			}
		}
	}
}

// list reads rows of a list.
type list struct{ rows []datasets.Row }

// Read implements [datasets.Reader].
func (l *list) Read() (datasets.Row, error) {
	if len(l.rows) == 0 {
		return datasets.Row{}, io.EOF
	}
	row := l.rows[0]
	l.rows = l.rows[1:]
	return row, nil
}

package exchange_test

import (
	"os"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/datasets/datasetstest"
	"gammonlab/datasets/exchange"
	"gammonlab/engine"
	"gammonlab/internal/must"
)

// excludedRow returns a race that the player has won, in which the opponent has checkers off,
// with a label of gammons.
func excludedRow(t testing.TB) datasets.Row {
	t.Helper()
	row := datasets.NewRow(position(t, "mxmAQ4PbAQAAAA"))
	row.Method, row.Probabilities = datasets.Imported, engine.Probabilities{0.96, 0.87, 0.37, 0, 0}
	return row
}

// Labels that the rules exclude are errors in every format, unless the rules correct them.
func TestExcludedLabels(t *testing.T) {
	row := excludedRow(t)
	const reason = "column win_gammon is 0.87, want 0: the opponent has borne off a checker"
	for _, f := range exchange.Formats() {
		text := ""
		if f == exchange.Parquet {
			text = string(must.Get(os.ReadFile(datasetstest.Write(t, datasets.Meta{}, []datasets.Row{row})))(t))
		} else {
			text = write(t, f, []datasets.Row{row})
		}
		line := "data:2: "
		switch f {
		case exchange.GnubgNN, exchange.BM: // no header
			line = "data:1: "
		case exchange.Parquet:
			line = "data: row 1: "
		}
		must.Fail(t, must.Err(read(text, f, exchange.Options{})), line+reason, string(f))
		must.Fail(t, must.Err(read(text, f, exchange.Options{Noise: 0.1})), line+reason, string(f)+", tolerance 0.1")
		for name, c := range map[string]struct {
			options         exchange.Options
			moved, ruledOut int64
		}{
			"tolerance": {exchange.Options{Noise: 0.9}, 1, 0},
			"rule out":  {exchange.Options{RuleOut: true, Noise: 0.1}, 0, 1},
		} {
			r := must.Get(exchange.NewReader(strings.NewReader(text), "data", f, c.options))(t)
			got, err := r.Read()
			if want := (engine.Probabilities{1}); err != nil || got.Probabilities != want || r.Moved() != c.moved || r.RuledOut() != c.ruledOut {
				t.Errorf("%s, %s: %v, %v, moved %d, ruled out %d; want %v", f, name, got.Probabilities, err, r.Moved(), r.RuledOut(), want)
			}
		}
	}
}

// What is a gammon depends on the variant's number of checkers. Order and range are checked as well.
func TestExcludedByVariant(t *testing.T) {
	const header = "position_id;win;win_gammon;win_backgammon;lose_gammon;lose_backgammon\n"
	for _, c := range []struct {
		name, row string
		v         board.Variant
		want      string // of the error, "" for none
		corrected engine.Probabilities
	}{
		{"a backgammon in a race", "2x0AAOi2AQAAAA;0.9;0;0;0;0.4", board.Backgammon, "column lose_backgammon is 0.4, want at most lose_gammon", engine.Probabilities{0.9}},
		{"no checker off", "qAAAUAEAAAAAAA;0.95;0.4;0;0;0", board.Hypergammon3, "", engine.Probabilities{0.95, 0.4}},
		{"the same checkers, 12 off", "qAAAUAEAAAAAAA;0.95;0.4;0;0;0", board.Backgammon, "column win_gammon is 0.4, want 0: the opponent has borne off a checker", engine.Probabilities{0.95}},
		{"one checker", "AAIAAAAIAAAAAA;0.5;0.4;0.1;0.5;0", board.Hypergammon1, "column win_gammon is 0.4, want 0.5: the opponent has one checker", engine.Probabilities{0.5, 0.5, 0.1, 0.5, 0}},
		{"a loss in a won position", "AgAADAAAAAAAAA;0.99;0;0;0;0", board.Backgammon, "column win is 0.99, want 1: every roll bears off the last checker", engine.Probabilities{1}},
		{"out of order", "4HPwATDgc/ABMA;0.5;0.6;0;0;0", board.Backgammon, "column win_gammon is 0.6, want at most win", engine.Probabilities{0.5, 0.5}},
		{"rounded", "AgAADAAAAAAAAA;0.9995;0;0;0;0", board.Backgammon, "", engine.Probabilities{0.9995}},
	} {
		o := exchange.Options{Variant: c.v}
		rows, err := read(header+c.row, exchange.CSV, o)
		if c.want != "" {
			must.Fail(t, err, "data:2: "+c.want, c.name)
			o.RuleOut = true
			rows, err = read(header+c.row, exchange.CSV, o)
		}
		if err != nil || rows[0].Probabilities != c.corrected {
			t.Errorf("%s: %v, %v; want %v", c.name, rows, err, c.corrected)
		}
	}
	must.Fail(t, must.Err(read(header+"4HPwATDgc/ABMA;1.5;0;0;0;0", exchange.CSV, exchange.Options{RuleOut: true})), `column win is "1.5"`)
}

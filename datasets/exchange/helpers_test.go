package exchange_test

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/datasets/exchange"
	"gammonlab/engine"
	"gammonlab/internal/must"
)

// testFile returns the text of a file of the test data.
func testFile(t testing.TB, name string) string {
	t.Helper()
	text := must.Get(os.ReadFile(filepath.Join("testdata", name)))(t)
	return string(text)
}

// read reads all rows of a text as if it were in the file "data".
func read(text string, f exchange.Format, o exchange.Options) ([]datasets.Row, error) {
	r, err := exchange.NewReader(strings.NewReader(text), "data", f, o)
	if err != nil {
		return nil, err
	}
	return datasets.ReadAll(r)
}

// mustRead is read of a text without faults.
func mustRead(t testing.TB, text string, f exchange.Format, o exchange.Options) []datasets.Row {
	t.Helper()
	return must.Get(read(text, f, o))(t)
}

// write returns the text of rows in a format.
func write(t testing.TB, f exchange.Format, rows []datasets.Row) string {
	t.Helper()
	var text strings.Builder
	w := must.Get(exchange.NewWriter(&text, f, false))(t)
	for i := range rows {
		must.OK(t, w.Write(&rows[i]))
	}
	must.OK(t, w.Flush())
	return text.String()
}

// same compares rows, where NaN is equal to itself.
func same(a, b datasets.Row) bool { return fmt.Sprintf("%#v", a) == fmt.Sprintf("%#v", b) }

// position returns the position of an ID.
func position(t testing.TB, id string) board.Position {
	t.Helper()
	return must.Get(board.ParseID(id, board.Backgammon))(t)
}

// randomRow returns a row whose probabilities are in order up to about the
// slack, often by all of it, and that the rules do not exclude.
func randomRow(rnd *rand.Rand, pos board.Position) datasets.Row {
	row := datasets.NewRow(pos)
	row.Method = datasets.Imported
	part := func(whole float32) float32 {
		switch rnd.IntN(4) {
		case 0:
			return min(whole+datasets.Slack, 1)
		case 1:
			return min(max(whole, 0), 1)
		}
		return min(max(whole, 0), 1) * rnd.Float32()
	}
	for {
		p := &row.Probabilities
		p[engine.Win] = part(1)
		p[engine.WinGammon] = part(p[engine.Win])
		p[engine.WinBackgammon] = part(p[engine.WinGammon])
		p[engine.LoseGammon] = part(1 - p[engine.Win])
		p[engine.LoseBackgammon] = part(p[engine.LoseGammon])
		if row.Check() == nil && row.CheckRules() == nil { // adding the slack may have rounded up
			return row
		}
		if row.CheckRules() != nil { // few random labels suit the position
			row.Probabilities.Correct(&pos)
			return row
		}
	}
}

// randomPosition plays on from the start for a while.
func randomPosition(rnd *rand.Rand) board.Position {
	pos := board.Backgammon.Start()
	for range rnd.IntN(60) {
		plays := board.Plays(pos, board.Rolls[rnd.IntN(len(board.Rolls))])
		switch {
		case pos.Result() != 0:
			return pos
		case len(plays) == 0:
			pos = pos.Swap()
		default:
			pos = plays[rnd.IntN(len(plays))].Result
		}
	}
	return pos
}

// checkFaults reads texts with a fault. It expects the error and, if the reader
// can continue, the rows after the fault.
func checkFaults(t *testing.T, f exchange.Format, faults []fault) {
	t.Helper()
	for _, c := range faults {
		_, err := read(c.text, f, exchange.Options{})
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		}
	}
}

type fault struct{ name, text, want string }

// readOn reads the valid rows of a text and returns the errors of the others.
func readOn(text string, f exchange.Format, o exchange.Options) (rows []datasets.Row, faults []error) {
	r, err := exchange.NewReader(strings.NewReader(text), "data", f, o)
	if err != nil {
		return nil, []error{err}
	}
	for {
		row, err := r.Read()
		var bad *datasets.BadRow
		switch {
		case err == nil:
			rows = append(rows, row)
		case errors.Is(err, io.EOF):
			return rows, faults
		case errors.As(err, &bad):
			faults = append(faults, err)
		default:
			return rows, append(faults, err)
		}
	}
}

// checkFuzzed checks properties of any text of the format: errors name the
// file, positions are legal, and rows that were read are unchanged after
// writing and reading.
func checkFuzzed(t *testing.T, text string, f exchange.Format) {
	rows, faults := readOn(text, f, exchange.Options{})
	for _, err := range faults {
		if !strings.HasPrefix(err.Error(), "data:") {
			t.Errorf("error %q does not begin with the file", err)
		}
	}
	for i := range rows {
		if err := rows[i].Position.Validate(board.Backgammon); err != nil {
			t.Errorf("an illegal position: %v", err)
		}
		if err := rows[i].Check(); err != nil {
			t.Errorf("row %d: %v", i, err)
		}
	}
	rows = slices.DeleteFunc(rows, func(r datasets.Row) bool { return r.Method == datasets.Unlabelled })
	again := write(t, f, rows)
	got, err := read(again, f, exchange.Options{})
	if err != nil || len(got) != len(rows) {
		t.Fatalf("read %d rows, wrote them and read %d: %v", len(rows), len(got), err)
	}
	if third := write(t, f, got); third != again {
		t.Errorf("written again, the text is %q, was %q", third, again)
	}
}

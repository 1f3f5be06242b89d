package table_test

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"
	"testing/iotest"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/datasets/table"
	"gammonlab/engine"
	"gammonlab/internal/must"
)

// allColumns are those of a table that holds all of a row.
const allColumns = "position_id,class,win,win_gammon,win_backgammon,lose_gammon,lose_backgammon," +
	"win_error,win_gammon_error,win_backgammon_error,lose_gammon_error,lose_backgammon_error," +
	"equity_error,cubeful,method,trials,labeller,source,seed\n"

func TestCSVAllColumns(t *testing.T) {
	nan := float32(math.NaN())
	full := datasets.NewRow(board.Backgammon.Start())
	full.Method, full.Probabilities = datasets.Rollout, engine.Probabilities{0.5, 0.2, 0.1, 0.3, 0.05}
	full.Errors = [engine.Outputs]float32{0.001, 0.002, 0, 0.0004, nan}
	full.EquityError, full.Cubeful, full.Trials = 0.003, -0.25, 1296
	full.Labeller, full.Source, full.Seed = "sha256:12", "a, b", math.MaxUint64
	sparse := datasets.NewRow(full.Position)
	sparse.Method, sparse.Probabilities = datasets.Game, full.Probabilities
	for _, c := range []struct {
		name, line string
		want       datasets.Row
	}{
		{"all", start + ",contact,.5,.2,.1,.3,.05,0.001,0.002,0,4e-4,,0.003,-0.25,rollout,1296,sha256:12,\"a, b\",18446744073709551615", full},
		{"not known", start + ",,.5,.2,.1,.3,.05,,,,nan,,NaN,,game,,,,", sparse},
		{"blanks", start + ", x , .5,.2,.1,.3, .05 , , ,,,,, ,game , 0, , ,0", sparse},
		{"no label", start + ",contact,,,,,,,,,,,,,none,,,,", datasets.NewRow(full.Position)},
		{"figures without a label", start + ",contact,1,2,3,4,5,6,,,,,,,none,7,8,,", datasets.NewRow(full.Position)},
	} {
		rows, err := readAll(allColumns + c.line + "\n")
		if err != nil || len(rows) != 1 || fmt.Sprint(rows[0]) != fmt.Sprint(c.want) {
			t.Errorf("%s: got %v, %v, want %v", c.name, rows, err, c.want)
		}
	}
}

// Fields of the reader are defaults for columns that the table lacks.
func TestCSVDefaults(t *testing.T) {
	read := func(text string) datasets.Row {
		c := must.Get(table.NewCSV(strings.NewReader(text), "data.csv", board.Backgammon, nil))(t)
		c.Method, c.Trials, c.Source = datasets.Ply2, 36, "here"
		return must.Get(c.Read())(t)
	}
	if r := read(shortHeader + anyRow); r.Method != datasets.Ply2 || r.Trials != 36 || r.Source != "here" {
		t.Errorf("without columns: got %v, %d, %q", r.Method, r.Trials, r.Source)
	}
	if r := read(allColumns + start + ",,.5,.2,.1,.3,.05,,,,,,,,game,7,,there,"); r.Method != datasets.Game || r.Trials != 7 || r.Source != "there" {
		t.Errorf("with columns: got %v, %d, %q", r.Method, r.Trials, r.Source)
	}
}

func TestCSVForms(t *testing.T) {
	want := engine.Probabilities{0.5, 0.2, 0.1, 0.3, 0.05}
	for name, text := range map[string]string{
		"semicolons":           strings.ReplaceAll(shortHeader+anyRow, ",", ";"),
		"one line, semicolons": strings.ReplaceAll("source,"+shortHeader+"\"a,b\","+anyRow, ",", ";"),
		"wildbg's names":       "position_id,win,win_g,win_bg,lose_g,lose_bg\n" + anyRow,
	} {
		got, err := readAll(text)
		if err != nil || len(got) != 1 || got[0].Probabilities != want {
			t.Errorf("%s: got %v, %v, want %v", name, got, err, want)
		}
	}
}

// The noise is that of luck-adjusted rollouts, such as those of the value
// benchmark.
func TestCSVNoise(t *testing.T) {
	text := "set,position_id,win,win_gammon,win_backgammon,lose_gammon,lose_backgammon,equity,se\n" +
		"b," + start + ",0.3218,-0.0007,-0.0003,0.3263,0.0175,-0.7012,\n" +
		"b," + start + ",1.0124,0.2,0.2015,0,0,1,0.005\n" +
		"b," + start + ",0.5,0.2,0.1,0.3,0.05,0,0.005\n"
	must.Fail(t, must.Err(readAll(text)), `data.csv:2: column win_gammon is "-0.0007"`, "without tolerance")
	c := must.Get(table.NewCSV(strings.NewReader(text), "data.csv", board.Backgammon, nil))(t)
	c.Noise = 0.0125
	rows, err := datasets.ReadAll(c)
	if err != nil || len(rows) != 3 || c.Moved() != 2 {
		t.Fatalf("got %v, %v and %d moved, want 3 rows, 2 of them moved", rows, err, c.Moved())
	}
	if want := (engine.Probabilities{0.3218, 0, 0, 0.3263, 0.0175}); rows[0].Probabilities != want {
		t.Errorf("got %v, want %v", rows[0].Probabilities, want)
	}
	if want := (engine.Probabilities{1, 0.2, 0.2, 0, 0}); rows[1].Probabilities != want || rows[1].EquityError != 0.005 {
		t.Errorf("got %v with error %v, want %v with 0.005", rows[1].Probabilities, rows[1].EquityError, want)
	}
	c, err = table.NewCSV(strings.NewReader(text), "data.csv", board.Backgammon, nil)
	must.OK(t, err)
	c.Noise = 0.001
	must.Fail(t, must.Err(datasets.ReadAll(c)), `data.csv:3: column win is "1.0124"`, "with too small a tolerance")
}

// The error about a bad row names its line, and the rows after it can be read.
func TestCSVReadsOn(t *testing.T) {
	text := shortHeader + anyRow + "x,1,2,3,4,5\n" + anyRow + start + ",7\n" + start + ",\"5\"\"x,0,0,0,0\n" + anyRow
	c := must.Get(table.NewCSV(strings.NewReader(text), "data.csv", board.Backgammon, nil))(t)
	var lines []int
	rows := 0
	for _, err := range datasets.Rows(c) {
		var bad *datasets.BadRow
		if errors.As(err, &bad) {
			lines = append(lines, bad.Line)
		} else if err != nil {
			t.Fatal(err)
		} else {
			rows++
		}
	}
	// The quotation mark in the sixth line also covers the last line.
	if want := []int{3, 5, 7}; rows != 2 || fmt.Sprint(lines) != fmt.Sprint(want) {
		t.Errorf("read %d rows and had errors in lines %v, want 2 and %v", rows, lines, want)
	}
}

// An error of the file ends the loop; rows after it are not read.
func TestRowsEnds(t *testing.T) {
	failed := errors.New("the disk is gone")
	r := io.MultiReader(strings.NewReader(shortHeader+anyRow), iotest.ErrReader(failed))
	c, err := table.NewCSV(r, "data.csv", board.Backgammon, nil)
	if err != nil {
		t.Fatal(err)
	}
	var errs []error
	for _, err := range datasets.Rows(c) {
		errs = append(errs, err)
	}
	if len(errs) != 2 || errs[0] != nil || !errors.Is(errs[1], failed) {
		t.Errorf("got errors %v, want none for the first row and then %v", errs, failed)
	}
}

func TestCSVColumnErrors(t *testing.T) {
	row := func(column, field string) string {
		return strings.TrimSuffix(shortHeader, "\n") + "," + column + "\n" + strings.TrimSuffix(anyRow, "\n") + "," + field + "\n"
	}
	for _, c := range []struct{ name, text, want string }{
		{"method", row("method", "luck"), `data.csv:2: column method is "luck", want one of [none rollout`},
		{"no method", row("method", ""), `column method is ""`},
		{"trials", row("trials", "1.5"), `data.csv:2: column trials is "1.5", want a whole number`},
		{"many trials", row("trials", "2147483648"), `column trials is "2147483648"`},
		{"negative trials", row("trials", "-1"), "column trials is -1, want 0 or more"},
		{"seed", row("seed", "-1"), `column seed is "-1", want a whole number, 0 or more`},
		{"error", row("win_error", "x"), `column win_error is "x", want a number, or an empty field if it is unknown`},
		{"negative error", row("lose_gammon_error", "-0.1"), "column lose_gammon_error is -0.1, want a standard error, 0 or more"},
		{"equity error", row("se", "-1"), "column equity_error is -1, want a standard error"},
		{"infinite", row("cubeful", "Inf"), "column cubeful is +Inf, want an equity"},
		{"too large", row("cubeful", "1e39"), `column cubeful is "1e39", want a number`},
		{"source", row("source", strings.Repeat("x", 1025)), "column source has 1025 bytes, want at most 1024"},
		{"labeller", row("labeller", "\xff"), "column labeller is"},
		{"twice", row("equity_error,se", ",0"), "data.csv:1: columns 7 and 8 are both equity_error"},
	} {
		must.Fail(t, must.Err(readAll(c.text)), c.want, c.name)
	}
}

func TestCSVWeights(t *testing.T) {
	for field, want := range map[string]string{
		"": `data.csv:3: column weight is "", want a number of at least 0`, "-1": `column weight is "-1"`, "NaN": `column weight is "NaN"`,
		"inf": `column weight is "inf"`, "1e39": `column weight is "1e39"`, "x": `column weight is "x"`,
	} {
		text := strings.TrimSuffix(shortHeader, "\n") + ",weight\n"
		for _, weight := range []string{"2", field} {
			text += strings.TrimSuffix(anyRow, "\n") + "," + weight + "\n"
		}
		must.Fail(t, must.Err(readAll(text)), want, field)
	}
}

package table_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/datasets/datasetstest"
	"gammonlab/datasets/table"
	"gammonlab/engine"
	"gammonlab/internal/must"
)

const (
	longHeader  = "position_id,class,win,win_gammon,win_backgammon,lose_gammon,lose_backgammon,equity\n"
	shortHeader = "position_id,win,wg,wbg,lg,lbg\n"
	start       = "4HPwATDgc/ABMA"
	anyRow      = start + ",0.5,0.2,0.1,0.3,0.05\n"
)

func readAll(text string) ([]datasets.Row, error) { return readNamed(text, nil) }

func readNamed(text string, names table.Columns) ([]datasets.Row, error) {
	r, err := table.NewCSV(strings.NewReader(text), "data.csv", board.Backgammon, names)
	if err != nil {
		return nil, err
	}
	return datasets.ReadAll(r)
}

func TestCSV(t *testing.T) {
	want := datasets.NewRow(board.Backgammon.Start())
	want.Method, want.Probabilities = datasets.Imported, engine.Probabilities{0.5, 0.2, 0.1, 0.3, 0.05}
	for name, text := range map[string]string{
		"long names":      longHeader + start + ",contact,0.500000,0.200000,0.100000,0.300000,0.050000,0.000000\n",
		"short names":     shortHeader + anyRow,
		"mixed names":     "position_id,win,win_gammon,wbg,lg,lbg\n" + anyRow,
		"any order":       "lbg,lg,note,wbg,wg,win,position_id\n0.05,0.3,\"a, \"\"b\"\"\",0.1,2e-1,.5," + start + "\n",
		"no last newline": shortHeader + strings.TrimSuffix(anyRow, "\n"),
		"from Windows":    strings.ReplaceAll("\ufeff"+shortHeader+anyRow, "\n", "\r\n"),
		"capitals":        "Position_ID,Win,WG,WBG,LG,LBG\n" + anyRow,
		"XGID":            "xgid,win,wg,wbg,lg,lbg\nXGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:3:0:10" + strings.TrimPrefix(anyRow, start),
		"blanks":          "position_id, win ,wg,wbg,lg,lbg\n\n" + start + " , 0.5,0.2,0.1,0.3,0.05\n\n",
	} {
		got, err := readAll(text)
		if err != nil || len(got) != 1 || datasetstest.Spell(&got[0]) != datasetstest.Spell(&want) {
			t.Errorf("%s: got %v, %v, want %v", name, got, err, want)
		}
	}
}

func TestCSVWithoutRows(t *testing.T) {
	if got, err := readAll(shortHeader); err != nil || len(got) != 0 {
		t.Errorf("got %v, %v, want nothing", got, err)
	}
}

func TestCSVOfVariant(t *testing.T) {
	text := shortHeader + "AACgAgAAKgAAAA,0.5,0,0,0,0\n"
	r := must.Get(table.NewCSV(strings.NewReader(text), "data.csv", board.Hypergammon3, nil))(t)
	got, err := r.Read()
	if want := board.Hypergammon3.Start(); err != nil || got.Position != want {
		t.Errorf("got %v, %v, want %v", got.Position, err, want)
	}
	if _, err := r.Read(); !errors.Is(err, io.EOF) {
		t.Errorf("after the last row: %v, want EOF", err)
	}
}

// Probabilities that are out of order by rounding are read unchanged.
func TestCSVSlack(t *testing.T) {
	got, err := readAll(shortHeader + start + ",0.5,0.5009,0.5018,0.5009,0.5018\n")
	want := engine.Probabilities{0.5, 0.5009, 0.5018, 0.5009, 0.5018}
	if err != nil || got[0].Probabilities != want {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
}

// Probabilities slightly out of range, as GNU Backgammon writes them, are clamped.
func TestCSVClampsProbabilities(t *testing.T) {
	got, err := readAll(shortHeader + start + ",1.00000012,1,-1e-7,-0,0\n")
	if want := (engine.Probabilities{1, 1}); err != nil || got[0].Probabilities != want {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
}

func TestCSVErrors(t *testing.T) {
	row := func(figures string) string { return shortHeader + anyRow + start + "," + figures + "\n" }
	for _, c := range []struct{ name, text, want string }{
		{"empty", "", "data.csv: empty, want a header with the columns position_id, win, win_gammon"},
		{"only a byte order mark", "\ufeff", "data.csv: empty"},
		{"no ID", "id,win,wg,wbg,lg,lbg\n", "data.csv:1: no column position_id"},
		{"no column", "position_id,win,wg,lg,lbg\n", "data.csv:1: no column win_backgammon"},
		{"no header", anyRow, "data.csv:1: no column position_id"},
		{"column twice", "position_id,win,wg,wbg,lg,lbg,win\n", "data.csv:1: columns 2 and 7 are both win"},
		{"column by both names", "position_id,win,wg,wbg,lg,lbg,lose_gammon\n", "columns 5 and 7 are both lose_gammon"},
		{"bad ID", shortHeader + anyRow + "4HPw,0,0,0,0,0\n", `data.csv:3: column position_id: position ID "4HPw" has 4 characters`},
		{"illegal position", shortHeader + "//8AAADgc/ABMA,0,0,0,0,0\n", "data.csv:2: column position_id: position ID"},
		{"no number", row("0.5,x,0,0,0"), `data.csv:3: column win_gammon is "x", want a probability from 0 to 1`},
		{"empty field", row("0.5,0,0,0,"), `column lose_backgammon is ""`},
		{"above 1", row("1.01,0,0,0,0"), `column win is "1.01"`},
		{"below 0", row("0.5,0,0,-0.01,0"), `column lose_gammon is "-0.01"`},
		{"NaN", row("NaN,0,0,0,0"), `column win is "NaN"`},
		{"infinite", row("0.5,0,+Inf,0,0"), `column win_backgammon is "+Inf"`},
		{"gammons above wins", row("0.5,0.502,0,0,0"), "data.csv:3: column win_gammon is 0.502, want at most win, which is 0.5"},
		{"backgammons above gammons", row("0.5,0.2,0.3,0,0"), "column win_backgammon is 0.3, want at most win_gammon, which is 0.2"},
		{"lost gammons above losses", row("0.75,0,0,0.5,0"), "column lose_gammon is 0.5, want at most 1 - win, which is 0.25"},
		{"lost backgammons above gammons", row("0.5,0,0,0,0.1"), "column lose_backgammon is 0.1, want at most lose_gammon, which is 0"},
		{"too few columns", row("0.5,0,0,0"), "data.csv:3: 5 columns, want 6 as in the header"},
		{"too many columns", row("0.5,0,0,0,0,0"), "data.csv:3: 7 columns, want 6"},
		{"quote", shortHeader + start + ",0.5,0\",0,0,0\n", `data.csv:2: byte 21: bare " in non-quoted-field`},
		{"open quote", shortHeader + "\"" + anyRow, "data.csv:2: byte "},
		{"long line", shortHeader + strings.Repeat("x", 1<<20+1), "data.csv: a line is longer than 1048576 bytes"},
	} {
		must.Fail(t, must.Err(readAll(c.text)), c.want, c.name)
	}
}

func FuzzCSV(f *testing.F) {
	f.Add(shortHeader + anyRow)
	f.Add(longHeader + start + ",contact,0.5,0.2,0.1,0.3,0.05,0.0\n")
	f.Add("\ufeffposition_id,win,wg,wbg,lg,lbg,\"no\nte\"\r\n" + start + ",1,1,1,0,0,\r\n")
	f.Fuzz(func(t *testing.T, text string) {
		rows, err := readAll(text)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "data.csv:") {
				t.Errorf("error %q does not begin with the file", err)
			}
			return
		}
		// Rows that were read are unchanged after writing and reading.
		again := shortHeader
		for _, r := range rows {
			if err := r.Position.Validate(board.Backgammon); err != nil {
				t.Errorf("an illegal position: %v", err)
			}
			again += r.Position.ID()
			for _, p := range r.Probabilities {
				again += fmt.Sprintf(",%v", p)
			}
			again += "\n"
		}
		got, err := readAll(again)
		if err != nil || len(got) != len(rows) {
			t.Fatalf("read %d rows, wrote them and read %d: %v", len(rows), len(got), err)
		}
		for i := range got {
			if datasetstest.Spell(&got[i]) != datasetstest.Spell(&rows[i]) {
				t.Errorf("row %d was %v and reads %v", i, rows[i], got[i])
			}
		}
	})
}

func ExampleNewCSV() {
	text := strings.NewReader(`position_id,win,wg,wbg,lg,lbg
4HPwATDgc/ABMA,0.525,0.149,0.007,0.124,0.005
`)
	r, err := table.NewCSV(text, "table.csv", board.Backgammon, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	rows, err := datasets.ReadAll(r)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s %.3f\n", rows[0].Position.ID(), rows[0].Probabilities.Equity())
	// Output: 4HPwATDgc/ABMA 0.077
}

package exchange_test

import (
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/datasets/exchange"
	"gammonlab/engine"
	"gammonlab/internal/must"
)

const (
	wildbgHeader = "position_id,win,win_g,win_bg,lose_g,lose_bg\n"
	anyID        = "4HPwATDgc/ABMA"
)

// wildbg.csv has rows of the tables 0021/contact.csv and 0022/race.csv of
// wildbg's training data (github.com/carsten-wenderdel/wildbg-training, CC0).
func TestWildbg(t *testing.T) {
	text := testFile(t, "wildbg.csv")
	rows := mustRead(t, text, exchange.Wildbg, exchange.Options{Source: "contact.csv"})
	want := datasets.NewRow(position(t, "4HPhASjgc/ABMA"))
	want.Method, want.Trials, want.Source = datasets.Rollout, 1296, "contact.csv"
	want.Probabilities = engine.Probabilities{0.50077164, 0.13271606, 0.0054012346, 0.15200616, 0.0077160494}
	if len(rows) != 8 || !same(rows[0], want) {
		t.Fatalf("got %d rows, the first %v, want %v", len(rows), rows[0], want)
	}
	// The player on roll has 6 checkers left, the opponent 15: it cannot lose.
	if race := rows[4]; race.Position.Own[board.Off] != 9 || race.Position.Opp[board.Off] != 0 || race.Probabilities[engine.Win] != 1 {
		t.Errorf("the race is %v with %v", race.Position, race.Probabilities)
	}
	if got := write(t, exchange.Wildbg, rows); got != text {
		t.Errorf("written again:\n%s\nwant\n%s", got, text)
	}
}

// Every probability is a multiple of 1/1296, since each label is from 1296
// games. This confirms the meaning of the columns.
func TestWildbgTrials(t *testing.T) {
	for _, r := range mustRead(t, testFile(t, "wildbg.csv"), exchange.Wildbg, exchange.Options{}) {
		for _, p := range r.Probabilities {
			games := float64(p) * float64(r.Trials)
			if d := games - float64(int(games+0.5)); d > 1e-3 || d < -1e-3 { // a float32 of 1296 games
				t.Errorf("%s: %v is %v games of %d", r.Position.ID(), p, games, r.Trials)
			}
		}
	}
}

func TestWildbgForms(t *testing.T) {
	text := testFile(t, "wildbg.csv")
	want := mustRead(t, text, exchange.Wildbg, exchange.Options{})
	for name, form := range map[string]string{
		"semicolons":   strings.ReplaceAll(text, ",", ";"),
		"blanks":       strings.ReplaceAll(text, ",", ", "),
		"from Windows": "\ufeff" + strings.ReplaceAll(text, "\n", "\r\n"),
	} {
		got, err := read(form, exchange.Wildbg, exchange.Options{})
		if err != nil || len(got) != len(want) || !same(got[3], want[3]) {
			t.Errorf("%s: got %d rows, %v, want %d", name, len(got), err, len(want))
		}
	}
}

func TestWildbgRandomRows(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	var rows []datasets.Row
	for range 500 {
		row := randomRow(rnd, randomPosition(rnd))
		row.Method, row.Trials = datasets.Rollout, 1296
		rows = append(rows, row)
	}
	got := mustRead(t, write(t, exchange.Wildbg, rows), exchange.Wildbg, exchange.Options{})
	for i := range rows {
		if !same(got[i], rows[i]) {
			t.Fatalf("row %d: got %v, want %v", i, got[i], rows[i])
		}
	}
}

func TestWildbgFaults(t *testing.T) {
	checkFaults(t, exchange.Wildbg, []fault{
		{"empty", "", `data:1: the header is "", want the columns position_id, win, win_g`},
		{"another table", "position_id,win,wg,wbg,lg,lbg\n", `data:1: the header is "position_id,win,wg,wbg,lg,lbg"`},
		{"table for training", "win_normal;win_gammon;win_bg;lose_normal;lose_gammon;lose_bg;x_off\n",
			"data:1: the table has inputs of a net instead of positions, want the table from which it was made"},
		{"bad ID", wildbgHeader + "4HPw,0,0,0,0,0\n", `data:2: column position_id: position ID "4HPw"`},
		{"order", wildbgHeader + anyID + ",0.5,0.2,0.3,0,0\n", "data:2: column win_backgammon is 0.3, want at most win_gammon"},
		{"columns", wildbgHeader + anyID + ",0.5\n", "data:2: 2 columns, want 6"},
	})
}

func FuzzWildbg(f *testing.F) {
	f.Add(testFile(f, "wildbg.csv"))
	f.Add("position_id; win; win_g; win_bg; lose_g; lose_bg\r\n" + anyID + ";1;1;1;0;-0\n\n" + anyID + ";1;2\n")
	f.Fuzz(func(t *testing.T, text string) { checkFuzzed(t, text, exchange.Wildbg) })
}

func TestGuess(t *testing.T) {
	for _, c := range []struct {
		text string
		want exchange.Format // "" if it cannot be determined
	}{
		{testFile(t, "train.txt"), exchange.GnubgNN},
		{testFile(t, "handmade.bm"), exchange.BM},
		{testFile(t, "wildbg.csv"), exchange.Wildbg},
		{"\ufeff" + strings.ReplaceAll(testFile(t, "wildbg.csv"), ",", ";"), exchange.Wildbg},
		{"set,position_id,win,wg,wbg,lg,lbg\n", exchange.CSV},
		{"# comment\n\no " + startLetters + " 0 0 0 0 0\n", exchange.BM},
		{"#R " + startLetters + " 0 0 0 0 0\n", exchange.BM},
		{startLetters + " 0 0 0 0 0", exchange.GnubgNN},
		{"", ""},
		{"# only a comment\n", ""},
		{"win_normal;win_gammon\n", ""},
		{"PAR1\x00\x15\x04", exchange.Parquet},
		{"id,XGID,p1\n", exchange.CSV},
		{startLetters + " 0 0 0\n", ""},
	} {
		got, r, err := new(exchange.Options).DetectFormat(strings.NewReader(c.text))
		if got != c.want || (err == nil) != (c.want != "") {
			t.Errorf("%.40q: got %q, %v, want %q", c.text, got, err, c.want)
		}
		if c.want == "" {
			continue
		}
		if all, err := io.ReadAll(r); err != nil || string(all) != c.text {
			t.Errorf("%.40q: %d bytes are left, %v, want all", c.text, len(all), err)
		}
	}
}

func FuzzGuess(f *testing.F) {
	for _, name := range []string{"train.txt", "handmade.bm", "wildbg.csv"} {
		f.Add(testFile(f, name))
	}
	f.Add("\n# x\r\n \tset;position_id")
	f.Fuzz(func(t *testing.T, text string) {
		format, r, err := new(exchange.Options).DetectFormat(strings.NewReader(text))
		if err != nil {
			return
		}
		if all, err := io.ReadAll(r); err != nil || string(all) != text {
			t.Errorf("of %q is left %q, %v", text, all, err)
		}
		if _, err := exchange.ParseFormat(string(format)); err != nil {
			t.Error(err)
		}
	})
}

func TestFormats(t *testing.T) {
	for _, f := range exchange.Formats() {
		if got, err := exchange.ParseFormat(string(f)); got != f || err != nil {
			t.Errorf("%s: got %q, %v", f, got, err)
		}
	}
	must.Fail(t, must.Err(exchange.ParseFormat("xml")), "want one of gnubg-nn, bm, wildbg, csv")
}

func TestWriteUnlabelled(t *testing.T) {
	for _, f := range []exchange.Format{exchange.GnubgNN, exchange.BM, exchange.Wildbg} {
		w := must.Get(exchange.NewWriter(new(strings.Builder), f, false))(t)
		row := datasets.NewRow(board.Backgammon.Start())
		must.Fail(t, w.Write(&row), "4HPwATDgc/ABMA has no label", f)
	}
}

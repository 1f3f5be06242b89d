package exchange_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/datasets/exchange"
	"gammonlab/engine"
	"gammonlab/internal/must"
)

const startLetters = "OAHDPAABDAOAHDPAABDA"

func TestGnubgNN(t *testing.T) {
	rows := mustRead(t, testFile(t, "train.txt"), exchange.GnubgNN, exchange.Options{Source: "train.txt", Method: datasets.Ply2})
	if len(rows) != 5 {
		t.Fatalf("%d rows, want 5", len(rows))
	}
	want := datasets.NewRow(board.Backgammon.Start())
	want.Method, want.Source = datasets.Ply2, "train.txt"
	want.Probabilities = engine.Probabilities{0.5249, 0.1491, 0.0072, 0.1241, 0.0049}
	if !same(rows[0], want) {
		t.Errorf("got %v, want %v", rows[0], want)
	}
	// After 31 from the start the opponent has made its 5 point, which the
	// letters, beginning with the side that is not on roll, begin with.
	if got, want := rows[1].Position.ID(), "sGfwATDgc/ABMA"; got != want {
		t.Errorf("after 31 played 8/5 6/5: got %s, want %s", got, want)
	}
	for i, want := range []string{"train.txt", "train.txt cycle 1", "train.txt cycle 1", "train.txt cycle 2", "train.txt cycle 2"} {
		if got := rows[i].Source; got != want {
			t.Errorf("row %d is from %q, want %q", i, got, want)
		}
	}
}

func TestGnubgNNMethod(t *testing.T) {
	if got := mustRead(t, startLetters+" 0 0 0 0 0\n", exchange.GnubgNN, exchange.Options{})[0].Method; got != datasets.Imported {
		t.Errorf("got method %v, want %v", got, datasets.Imported)
	}
}

func TestGnubgNNForms(t *testing.T) {
	for name, text := range map[string]string{
		"no last newline": startLetters + " 0.5 0.2 0.1 0.3 0.05",
		"from Windows":    startLetters + " 0.5 0.2 0.1 0.3 0.05\r\n\r\n",
		"more fields":     startLetters + " 0.5 0.2 0.1 0.3 0.05 anything 7\n",
		"tabs":            startLetters + "\t0.5  0.2\t.1 3e-1 0.05\n",
		"comments":        "\n# x\n 1 2 3\nlower case\n" + startLetters + " 0.5 0.2 0.1 0.3 0.05\n",
	} {
		rows, err := read(text, exchange.GnubgNN, exchange.Options{})
		want := engine.Probabilities{0.5, 0.2, 0.1, 0.3, 0.05}
		if err != nil || len(rows) != 1 || rows[0].Probabilities != want {
			t.Errorf("%s: got %v, %v", name, rows, err)
		}
	}
}

// Rows that are written and read are unchanged, and are written with the same
// text, also in files with comments on cycles.
func TestGnubgNNRoundTrip(t *testing.T) {
	text := testFile(t, "train.txt")
	_, want, _ := strings.Cut(text, "\n") // without the remark at its beginning
	for _, source := range []string{"", "some file", "cycle 9 of something", "cycle"} {
		rows := mustRead(t, text, exchange.GnubgNN, exchange.Options{Source: source})
		if got := write(t, exchange.GnubgNN, rows); got != want {
			t.Errorf("source %q: got\n%s\nwant\n%s", source, got, want)
		}
	}
}

// Figures rounded to five decimals can be more out of order than the
// probabilities were, and are still read.
func TestGnubgNNRounding(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	var rows []datasets.Row
	for range 2000 {
		rows = append(rows, randomRow(rnd, randomPosition(rnd)))
	}
	once := write(t, exchange.GnubgNN, rows)
	got := mustRead(t, once, exchange.GnubgNN, exchange.Options{})
	for i := range got {
		if got[i].Position != rows[i].Position {
			t.Fatalf("row %d: position %s, want %s", i, got[i].Position.ID(), rows[i].Position.ID())
		}
		for k, p := range got[i].Probabilities {
			// Half of the fifth decimal, and what brings the figures into order.
			if d := p - rows[i].Probabilities[k]; d > 1e-5 || d < -4e-5 {
				t.Errorf("row %d: %v, want %v", i, got[i].Probabilities, rows[i].Probabilities)
			}
		}
	}
	if twice := write(t, exchange.GnubgNN, got); twice != once {
		t.Errorf("the text changes when it is read and written")
	}
}

func TestGnubgNNFaults(t *testing.T) {
	row := func(figures string) string { return "# x\n" + startLetters + " " + figures + "\n" }
	checkFaults(t, exchange.GnubgNN, []fault{
		{"short position", "OAHD 0 0 0 0 0", `data:1: position "OAHD" has 4 characters, want 20 letters from A to P`},
		{"wrong letter", "OAHDPAABDAQAHDPAABDA 0 0 0 0 0", `data:1: position "OAHDPAABDAQAHDPAABDA": character 11 is 'Q', want a letter from A to P`},
		{"illegal position", "PPPPPPPPPPPPPPPPPPPP 0 0 0 0 0", `data:1: position "PPPPPPPPPPPPPPPPPPPP": the opponent has 80 checkers`},
		{"no probabilities", startLetters, "data:1: 0 probabilities, want 5"},
		{"too few", row("0.5 0 0 0"), "data:2: 4 probabilities, want 5"},
		{"no number", row("0.5 0 x 0 0"), `data:2: win_backgammon is "x", want a probability from 0 to 1`},
		{"NaN", row("NaN 0 0 0 0"), `data:2: win is "NaN"`},
		{"infinite", row("0.5 0 0 +Inf 0"), `data:2: lose_gammon is "+Inf"`},
		{"far above 1", row("52.49 0 0 0 0"), `data:2: win is "52.49"`},
		{"above 1", row("1.01 0 0 0 0"), "data:2: column win is 1.01, want a probability from 0 to 1"},
		{"below 0", row("0.5 -0.01 0 0 0"), "data:2: column win_gammon is -0.01, want a probability from 0 to 1"},
		{"order", row("0.5 0.502 0 0 0"), "data:2: column win_gammon is 0.502, want at most win, which is 0.5"},
		{"long line", row(strings.Repeat("0 ", 1<<16)), "data:2: longer than 65536 bytes"},
	})
}

func TestGnubgNNReadsOnBehindFaults(t *testing.T) {
	text := strings.ReplaceAll(testFile(t, "train.txt"), "\n# Positions", "\nOAHD 1\n# Positions")
	rows, faults := readOn(text, exchange.GnubgNN, exchange.Options{})
	if len(rows) != 5 || len(faults) != 2 {
		t.Errorf("%d rows and %d faults, want 5 and 2", len(rows), len(faults))
	}
}

func TestNoise(t *testing.T) {
	text := startLetters + " 1.004 0.5 -0.0121 -0.003 0.001\n" + startLetters + " 0.5 0.2 0.1 0.3 0.05\n"
	r, err := exchange.NewReader(strings.NewReader(text), "data", exchange.GnubgNN, exchange.Options{Noise: 0.02})
	must.OK(t, err)
	rows, err := datasets.ReadAll(r)
	want := engine.Probabilities{1, 0.5, 0, 0, 0.001}
	if err != nil || len(rows) != 2 || rows[0].Probabilities != want || r.Moved() != 1 {
		t.Errorf("got %v, %v and %d moved, want %v and 1", rows, err, r.Moved(), want)
	}
}

func FuzzGnubgNN(f *testing.F) {
	f.Add(testFile(f, "train.txt"))
	f.Add(startLetters + " 0.5 0.50099 0.50198 .5 .5\r\n# Positions added in cycle  x y\n" + startLetters + " 1e-3 0 -0 1 +1 x")
	f.Fuzz(func(t *testing.T, text string) { checkFuzzed(t, text, exchange.GnubgNN) })
}

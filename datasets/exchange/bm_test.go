package exchange_test

import (
	"slices"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/datasets/exchange"
	"gammonlab/engine"
	"gammonlab/internal/must"
)

// handmade.bm was written by the description of the format, since no benchmark
// file of gnubg's nets was available. The tests cannot find differences between
// the description and real files.

const (
	after31 = "LAGHPAABDAOAHDPAABDA" // 8/5 6/5 from the start
	split31 = "OAHDOCABCIOAHDPAABDA" // 24/23 13/10
)

// readLines reads all lines of a benchmark file.
func readLines(text string) ([]exchange.Line, error) {
	var all []exchange.Line
	for line, err := range exchange.NewBMReader(strings.NewReader(text), "data", board.Backgammon).Lines() {
		if err != nil {
			return nil, err
		}
		all = append(all, line)
	}
	return all, nil
}

// A record contains all data of its line.
func TestBMRecords(t *testing.T) {
	text := testFile(t, "handmade.bm")
	lines := must.Get(readLines(text))(t)
	var again strings.Builder
	for i, line := range lines {
		if line.Number != i+1 {
			t.Errorf("line %d has the number %d", i+1, line.Number)
		}
		again.WriteString(line.Record.String() + "\n")
	}
	if again.String() != text {
		t.Errorf("the records are\n%s\nwant\n%s", &again, text)
	}
}

// The texts of the lines together are the file, with any blanks and line ends.
func TestBMTexts(t *testing.T) {
	text := strings.ReplaceAll(testFile(t, "handmade.bm"), "\nr ", "\r\nr  ")
	text = strings.ReplaceAll(text, " 0.497 ", "   0.49700\t") + "\n\n#no end"
	lines := must.Get(readLines(text))(t)
	var again strings.Builder
	for _, line := range lines {
		again.WriteString(line.Text)
	}
	if again.String() != text {
		t.Errorf("the texts are\n%q\nwant\n%q", again.String(), text)
	}
}

func TestBMValues(t *testing.T) {
	lines := must.Get(readLines(testFile(t, "handmade.bm")))(t)
	record := func(number int) exchange.Record { return lines[number-1].Record }
	settings := record(1).(exchange.Settings)
	for name, want := range map[string]string{"version": "1.93", "nRollOutGames": "1296", "osrInRoll": "1", "games": ""} {
		if got := settings.Get(name); got != want {
			t.Errorf("setting %s is %q, want %q", name, got, want)
		}
	}
	if got := record(3); got != exchange.Comment("") {
		t.Errorf("line 3 is %#v, want a comment", got)
	}
	if got := record(4); got != exchange.Seed(12345) {
		t.Errorf("line 4 is %#v, want the seed 12345", got)
	}
	double := record(15).(*exchange.Double)
	if double.NoDouble != 44.5 || double.DoubleTake != 31.25 || double.Action != "ND" {
		t.Errorf("line 15 is %v", double)
	}
	choice := record(17).(*exchange.Choice)
	if choice.Roll != (board.Roll{3, 1}) || choice.Play != after31 || choice.Probabilities[engine.LoseBackgammon] != 1e-5 {
		t.Errorf("line 17 is %v", choice)
	}
}

func TestBMRows(t *testing.T) {
	rows := mustRead(t, testFile(t, "handmade.bm"), exchange.BM, exchange.Options{Source: "contact.bm"})
	var figures []float32
	var seeds []uint64
	for _, r := range rows {
		figures, seeds = append(figures, r.Probabilities[engine.Win]), append(seeds, r.Seed)
		if r.Method != datasets.Rollout || r.Trials != 1296 || r.Source != "contact.bm" {
			t.Errorf("%s is of method %v, %d trials, from %q", r.Position.ID(), r.Method, r.Trials, r.Source)
		}
	}
	// Rollouts of plays and of positions, not evaluations. The player on roll is
	// the opponent of who made the play: after 31 it has less than half the wins.
	if want := []float32{0.448, 0.497, 0.501, 0.49, 0.49, 0.4481, 0.498}; !slices.Equal(figures, want) {
		t.Errorf("chances to win are %v, want %v", figures, want)
	}
	if want := []uint64{12345, 12345, 12345, 777, 777, 12346, 0}; !slices.Equal(seeds, want) {
		t.Errorf("seeds are %v, want %v", seeds, want)
	}
	if got, want := rows[0].Position, position(t, "sGfwATDgc/ABMA"); got != want {
		t.Errorf("the first position is %s, want %s", got.ID(), want.ID())
	}
}

func TestBMTrials(t *testing.T) {
	for settings, want := range map[string]int32{
		"":                        0,
		"s nRollOutGames 324":     324,
		"s nRollOutGames many":    0,
		"s nRollOutGames -1":      0,
		"s nRollOutGames 1e3 x y": 0,
		"s osrGames 500":          0,
	} {
		rows := mustRead(t, settings+"\no "+startLetters+" 0.5 0.2 0.1 0.3 0.05\n", exchange.BM, exchange.Options{})
		if rows[0].Trials != want {
			t.Errorf("%q: %d trials, want %d", settings, rows[0].Trials, want)
		}
	}
}

func TestBMRoundTrip(t *testing.T) {
	rows := mustRead(t, testFile(t, "handmade.bm"), exchange.BM, exchange.Options{})
	once := write(t, exchange.BM, rows)
	if want := "o " + after31 + " 0.448 0.115 0.004 0.146 0.0065\n"; !strings.HasPrefix(once, want) {
		t.Errorf("got\n%s\nwant it to begin with %s", once, want)
	}
	if twice := write(t, exchange.BM, mustRead(t, once, exchange.BM, exchange.Options{})); twice != once {
		t.Errorf("the text changes when it is read and written")
	}
}

func TestBMFaults(t *testing.T) {
	m := "m " + startLetters
	checkFaults(t, exchange.BM, []fault{
		{"unknown line", "x 1", `data:1: the line begins with "x", want one of s, r, #R, m, o, e, c, b, O or # for a comment`},
		{"setting without value", "\ns version 1 games", `data:2: setting "games" has no value`},
		{"no seed", "r", "data:1: 0 fields after r, want a seed or"},
		{"bad seed", "r -1", `data:1: the seed is "-1", want a whole number`},
		{"no position and probabilities", "#R", "data:1: nothing after #R, want a position and 5 probabilities"},
		{"bad position", "o OAHD 0 0 0 0 0", `data:1: position "OAHD" has 4 characters`},
		{"few figures", "o " + startLetters + " 0 0", "data:1: 2 probabilities, want 5"},
		{"bad figure", "#R " + startLetters + " 0 0 0 0 y", `data:1: lose_backgammon is "y", want a probability`},
		{"order", "o " + startLetters + " 0.5 0.2 0.3 0 0", "data:1: column win_backgammon is 0.3, want at most win_gammon, which is 0.2"},
		{"no dice", m + " 3", "data:1: 2 fields, want a position and two dice first"},
		{"bad dice", m + " 3 7 " + after31 + " 0", `data:1: the dice are "3" and "7", want two numbers from 1 to 6`},
		{"dice together", m + " 31 " + after31 + " 0", `data:1: the dice are "31" and "` + after31 + `"`},
		{"no play", m + " 3 1", "data:1: 0 fields after the dice, want a position and a number for each play"},
		{"half a play", m + " 3 1 " + after31, "data:1: 1 fields after the dice"},
		{"bad play", m + " 3 1 x 0", `data:1: play 1: position "x" has 1 characters`},
		{"illegal play", m + " 6 5 " + after31 + " 0", `data:1: play 1: position "` + after31 + `" is no legal result of the roll, want one with the opponent on roll`},
		{"own side of a play", m + " 3 1 OAHDPAABDALAGHPAABDA 0", "data:1: play 1: position "},
		{"bad equity", m + " 3 1 " + after31 + " NaN", `data:1: the equity of the best play is "NaN", want a number`},
		{"negative loss", m + " 3 1 " + after31 + " 0 " + split31 + " -0.1", `data:1: the loss of play 2 is "-0.1", want a number from 0 on`},
		{"cube", "c " + startLetters + " 50 50", "data:1: 3 fields after c, want a position, two percentages and an action"},
		{"percentage", "c " + startLetters + " 50 101 ND", `data:1: percentage 2 is "101", want a number from 0 to 100`},
		{"action", "c " + startLetters + " 50 50 XX", `data:1: the action is "XX", want one of ND, D/T, D/D, TG`},
		{"choice", "b " + startLetters + " 3 1 0 0 0 0 0", "data:1: 5 fields after the dice, want a play and 5 probabilities"},
	})
}

func FuzzBM(f *testing.F) {
	for line := range strings.Lines(testFile(f, "handmade.bm")) { // short texts are fuzzed best
		f.Add(line)
	}
	f.Add("#R " + after31 + " 0 0 0 0 0\nm " + startLetters + " 3 1 " + after31 + " 0.1 " + split31 + " 0.2\n")
	f.Add("\ts a b\r\n\no " + startLetters + " 1 1 1 0 0 trailing\n#R \n")
	f.Fuzz(func(t *testing.T, text string) {
		checkFuzzed(t, text, exchange.BM)
		lines, err := readLines(text)
		if err != nil {
			return
		}
		var texts strings.Builder
		for _, line := range lines {
			texts.WriteString(line.Text)
			// A line that is written from a record is read as the same record.
			again, err := readLines(line.Record.String() + "\n")
			if err != nil || len(again) != 1 || again[0].Record.String() != line.Record.String() {
				t.Errorf("record %q reads as %v, %v", line.Record, again, err)
			}
		}
		if texts.String() != text {
			t.Errorf("the texts of the lines are %q, the file is %q", texts.String(), text)
		}
	})
}

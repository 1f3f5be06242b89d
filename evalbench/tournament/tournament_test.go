package tournament

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"gammonlab/engine/player"
	"gammonlab/evalbench"
	"gammonlab/evalbench/stats"
)

var (
	good  = Player{Name: "good", Player: player.Pubeval{}}
	bad   = Player{Name: "bad", Digest: "b1", Player: player.NewRandom()}
	worse = Player{Name: "worse", Player: player.NewRandom()}
)

// settings are those of the tests.
var settings = Settings{Seed: 7}

func open(t *testing.T, path string) *Ledger {
	t.Helper()
	l, note, err := Open(path, settings)
	if err != nil {
		t.Fatal(err)
	}
	if note != "" {
		t.Log(note)
	}
	t.Cleanup(func() { l.Close() })
	return l
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// closeTest is a test of two who are the same but for their name.
func closeTest(workers int) *Test {
	return &Test{
		A: worse, B: bad, Hypotheses: stats.Hypotheses{E0: 0, E1: 0.8, Alpha: 0.05, Beta: 0.05},
		MaxPairs: 500, Workers: workers,
	}
}

// TestSequential has the same verdict and the same bytes for any number of
// workers, and for a run that is stopped wherever.
func TestSequential(t *testing.T) {
	run := func(ctx context.Context, path string, test *Test) *Verdict {
		l := open(t, path)
		v, err := test.Run(ctx, l)
		if err != nil && ctx.Err() == nil {
			t.Fatal(err)
		}
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
		return v
	}
	dir := t.TempDir()
	whole := filepath.Join(dir, "whole")
	want := run(t.Context(), whole, closeTest(1))
	if want.Decision != stats.AcceptH0 || want.Pairs < 12 || want.Pairs == 500 || want.LLR > want.Lower {
		t.Fatalf("%+v, want H0", want)
	}
	for _, workers := range []int{2, 5} {
		path := filepath.Join(dir, "many")
		if got := run(t.Context(), path, closeTest(workers)); !reflect.DeepEqual(got, want) {
			t.Errorf("%d workers: %+v\nwant %+v", workers, got, want)
		}
		if !bytes.Equal(read(t, path), read(t, whole)) {
			t.Errorf("%d workers: the file is\n%s\nwant\n%s", workers, read(t, path), read(t, whole))
		}
		os.Remove(path)
	}
	stopped := filepath.Join(dir, "stopped")
	ctx, cancel := context.WithCancel(t.Context())
	test := closeTest(2)
	told := 0
	test.Each = func(*Verdict) { told++ }
	test.Progress = func(v *Verdict) {
		if told != v.Pairs {
			t.Errorf("told of %d pairs at number %d", told, v.Pairs)
		}
		if v.Pairs == 12 {
			cancel()
		}
	}
	run(ctx, stopped, test)
	if part := read(t, stopped); !bytes.HasPrefix(read(t, whole), part) || !bytes.Contains(part, []byte("points")) {
		t.Errorf("stopped after 12 pairs or a few more, the file is\n%s", part)
	}
	if got := run(t.Context(), stopped, closeTest(2)); !reflect.DeepEqual(got, want) || !bytes.Equal(read(t, stopped), read(t, whole)) {
		t.Errorf("resumed: %+v\nwant %+v", got, want)
	}
	// The other way round nothing is played, and the means are turned.
	l := open(t, whole)
	turned := closeTest(1)
	turned.A, turned.B = turned.B, turned.A
	turned.MaxPairs = want.Pairs
	turned.E0, turned.E1 = -1e-6, 1e-6 // too near to decide
	turned.Progress = func(*Verdict) { t.Error("a pair was played again") }
	told = 0
	turned.Each = func(v *Verdict) {
		if told++; v.Pairs != told {
			t.Errorf("told of %d pairs, want %d", v.Pairs, told)
		}
	}
	got, err := turned.Run(t.Context(), l)
	if told != want.Pairs {
		t.Errorf("told of %d pairs, want %d", told, want.Pairs)
	}
	if err != nil || got.Pairs != want.Pairs || got.Points.Center != -want.Points.Center {
		t.Errorf("turned round %+v, %v", got, err)
	}
}

// TestCutShort cuts a file at every place: what is left is taken up, or the file
// is refused if it is none of ours, and the tournament ends in the same bytes.
func TestCutShort(t *testing.T) {
	dir := t.TempDir()
	path, cut := filepath.Join(dir, "whole"), filepath.Join(dir, "cut")
	play := func(path string) string {
		l, note, err := Open(path, settings)
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		if _, err := (&Test{A: good, B: bad, Hypotheses: stats.Hypotheses{E0: -9, E1: 9, Alpha: 1e-300, Beta: 1e-300}, MaxPairs: 24}).Run(t.Context(), l); err != nil {
			t.Fatal(err)
		}
		return note
	}
	play(path)
	whole := read(t, path)
	step := 7
	if testing.Short() {
		step = 101
	}
	for n := 0; n < len(whole); n += step {
		if err := os.WriteFile(cut, whole[:n], 0o666); err != nil {
			t.Fatal(err)
		}
		note := play(cut)
		if says := strings.Contains(note, "was cut short"); says != (n > 0 && whole[n-1] != '\n') {
			t.Errorf("cut at %d: note %q", n, note)
		}
		if !bytes.Equal(read(t, cut), whole) {
			t.Fatalf("cut at %d, the file becomes\n%s\nwant\n%s", n, read(t, cut), whole)
		}
	}
}

// TestDamage changes a byte of each line.
func TestDamage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ledger")
	l := open(t, path)
	if err := (&Tournament{Players: []Player{good, bad}, Games: 60}).Run(t.Context(), l); err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	whole := read(t, path)
	lines := bytes.SplitAfter(whole, []byte("\n"))
	at := 0
	for i, line := range lines[:len(lines)-1] {
		data := bytes.Clone(whole)
		data[at+len(line)/2] ^= 1
		at += len(line)
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		_, _, err := Open(path, settings)
		want := "line " + string(rune('1'+i)) + ": damaged"
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), path) {
			t.Errorf("line %d damaged: error %v, want one with %q", i+1, err, want)
		}
		if !bytes.Equal(read(t, path), data) {
			t.Errorf("line %d damaged: the file was changed", i+1)
		}
	}
}

// TestLinesRefused has lines with right checksums that make no ledger.
func TestLinesRefused(t *testing.T) {
	line := func(text string) string {
		content := strings.TrimSuffix(text, "}")
		b, err := encode(rawLine(content + "}"))
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	head := line(`{"format":"gammonlab pairs 1","variant":"backgammon","form":"cubeless","seed":7,"databases":""}`)
	a, b := line(`{"player":"a","digest":""}`), line(`{"player":"b","digest":""}`)
	for _, c := range []struct{ text, want string }{
		{"hello\n", "not results of this program"},
		{"hello", "not results of this program"},
		{"\n", "not results of this program"},
		{strings.Replace(head, "backgammon", "chess", 1), "line 1: damaged"},
		{line(`{"format":"gammonlab pairs 1","variant":"chess","form":"cubeless","seed":7,"databases":""}`), `line 1: board: `},
		{line(`{"format":"gammonlab pairs 1","variant":"nackgammon","form":"cubeless","seed":7,"databases":""}`), `variant is "nackgammon", want "backgammon"`},
		{line(`{"format":"gammonlab pairs 1","variant":"backgammon","form":"with the cube","seed":7,"databases":""}`), `form is "with the cube", want "cubeless"`},
		{line(`{"format":"gammonlab pairs 1","variant":"backgammon","form":"cubeless","seed":8,"databases":""}`), `seed is "8", want "7"`},
		{line(`{"format":"gammonlab pairs 1","variant":"backgammon","form":"cubeless","seed":7,"databases":"x"}`), `databases is "x", want ""`},
		{line(`{"format":"gammonlab pairs 1","seed":7}`), "want the fields as in"},
		{head + "\n", "line 2: damaged: too short"},
		{head + head, "line 2: "},
		{head + a + a, `line 3: player "a" is there twice`},
		{head + line(`{"player":"","digest":""}`), "a player without a name"},
		{head + line(`{"player":"a","digest":"","elo":3}`), "want the fields as in"},
		{head + a + line(`{"a":0,"b":1,"first":0,"points":[1,1]}`), "players 0 and 1, want two of 1"},
		{head + a + b + line(`{"a":1,"b":0,"first":0,"points":[1,1]}`), "in the order of their names"},
		{head + a + b + line(`{"a":0,"b":0,"first":0,"points":[1,1]}`), "in the order of their names"},
		{head + a + b + line(`{"a":-1,"b":0,"first":0,"points":[1,1]}`), "want two of 2"},
		{head + a + b + line(`{"a":0,"b":1,"first":0,"points":[]}`), "0 games, want pairs"},
		{head + a + b + line(`{"a":0,"b":1,"first":0,"points":[1]}`), "1 games, want pairs"},
		{head + a + b + line(`{"a":0,"b":1,"first":1,"points":[1,1]}`), "from number 1 on, want from 0"},
		{head + a + b + line(`{"a":0,"b":1,"first":0,"points":[1,9999999]}`), "a game of 9999999 points"},
		{head + a + b + line(`{"a":0,"b":1,"first":0,"points":[1,1.5]}`), "line 4: json"},
	} {
		path := filepath.Join(t.TempDir(), "ledger")
		if err := os.WriteFile(path, []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, _, err := Open(path, settings); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %v, want one with %q", c.text, err, c.want)
		}
	}
}

// rawLine is JSON that encode takes as it is.
type rawLine string

func (r rawLine) MarshalJSON() ([]byte, error) { return []byte(r), nil }

// TestGrow plays a tournament in steps: more games, then another player, then a
// net that has changed. What comes out is what one tournament gives, and no game
// is played twice.
func TestGrow(t *testing.T) {
	table := func(l *Ledger) *Table {
		tab, err := l.Table()
		if err != nil {
			t.Fatal(err)
		}
		return tab
	}
	once := NewLedger(settings)
	if err := (&Tournament{Players: []Player{good, bad, worse}, Games: 60, Workers: 2}).Run(t.Context(), once); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "ledger")
	played := 0
	for _, step := range []struct {
		players []Player
		games   int
		adds    int
	}{
		{[]Player{good, bad}, 26, 26},
		{[]Player{good, bad}, 60, 34},
		{[]Player{good, bad}, 40, 0},
		{[]Player{good, bad, worse}, 60, 120},
		{[]Player{good, bad, worse}, 60, 0},
	} {
		l := open(t, path)
		before := played
		tour := &Tournament{Players: step.players, Games: step.games, Progress: func(done, total int) {
			played += 2
			if want := step.games * len(step.players) * (len(step.players) - 1) / 2; total != want || done > total {
				t.Errorf("told of %d of %d games, want %d in all", done, total, want)
			}
		}}
		if err := tour.Run(t.Context(), l); err != nil {
			t.Fatal(err)
		}
		if played-before != step.adds {
			t.Errorf("%d players, %d games each: %d played, want %d", len(step.players), step.games, played-before, step.adds)
		}
		l.Close()
	}
	l := open(t, path)
	if got, want := table(l), table(once); !reflect.DeepEqual(got, want) {
		t.Errorf("in steps %+v\nat once %+v", got, want)
	}
	changed := bad
	changed.Digest = "b2"
	if err := (&Tournament{Players: []Player{good, changed}, Games: 20}).Run(t.Context(), l); err != nil {
		t.Fatal(err)
	}
	tab := table(l)
	if len(tab.Rows) != 4 || tab.Rows[0].Player.Name != "good" || tab.Rows[0].Games != 140 {
		t.Errorf("after a change of a net: %+v, want four players, the good one first with 140 games", tab.Rows)
	}
}

// TestGauntlet has only the first meet the others.
func TestGauntlet(t *testing.T) {
	l := NewLedger(settings)
	if err := (&Tournament{Players: []Player{good, bad, worse}, Gauntlet: true, Games: 40}).Run(t.Context(), l); err != nil {
		t.Fatal(err)
	}
	tab, err := l.Table()
	if err != nil {
		t.Fatal(err)
	}
	games := map[string]int{}
	for _, row := range tab.Rows {
		games[row.Player.Name] = row.Games
	}
	if games["good"] != 80 || games["bad"] != 40 || games["worse"] != 40 || tab.Freedom != 0 || tab.Fit != 1 {
		t.Errorf("games %v, table %+v", games, tab)
	}
}

// TestTable enters results by hand: a beats b in all pairs but one by a point a
// game, c and d have played nobody else.
func TestTable(t *testing.T) {
	l := NewLedger(settings)
	numbers := map[string]int{}
	for _, name := range []string{"alone", "b", "a", "c", "d"} {
		n, err := l.enter(&Player{Name: name})
		if err != nil {
			t.Fatal(err)
		}
		numbers[name] = n
	}
	add := func(a, b string, pairs ...int) {
		key, turned := l.pairing(numbers[a], numbers[b])
		for _, p := range pairs {
			if err := l.add(key, turn([]int{p, p}, turned)); err != nil {
				t.Fatal(err)
			}
		}
	}
	add("b", "a", -1, -1, -1, 3)
	add("c", "d", 1, 1)
	tab, err := l.Table()
	if err != nil {
		t.Fatal(err)
	}
	if len(tab.Rows) != 2 || len(tab.Unrated) != 3 {
		t.Fatalf("table %+v, want two rated and three not", tab)
	}
	// The mean of four pairs is 0; squared deviations 12 and the one of a pair
	// more make a variance of 13/4, and a difference ± 1.96·√(13/16).
	for i, row := range tab.Rows {
		if s := row.Rating; s.Center != 0 || s.Margin() < 0.883 || s.Margin() > 0.884 || row.Games != 8 || row.Ahead != []float64{0.5, 1}[i] || row.Against[1-i].Wins != []float64{0.25, 0.75}[numbers[row.Player.Name]-1] {
			t.Errorf("row %+v, want 0 ± 0.8833 and 8 games", row)
		}
	}
	if tab, err := NewLedger(settings).Table(); err != nil || len(tab.Rows) != 0 {
		t.Errorf("of nobody: %+v, %v", tab, err)
	}
}

// TestForms plays matches and games with the cube in pairs, too.
func TestForms(t *testing.T) {
	for _, form := range []evalbench.Form{{Cube: true, Jacoby: true}, {Length: 3}} {
		l := NewLedger(Settings{Seed: 1, Form: form})
		test := &Test{A: good, B: bad, Hypotheses: stats.Hypotheses{E0: 0.4, E1: 0.6, Alpha: 0.05, Beta: 0.05}, Unit: Share, MaxPairs: 100}
		v, err := test.Run(t.Context(), l)
		if err != nil || v.Decision != stats.AcceptH1 || v.Share.Center < 0.8 {
			t.Errorf("%v: %+v, %v", form, v, err)
		}
	}
}

func TestRefuses(t *testing.T) {
	h := stats.Hypotheses{E0: 0, E1: 0.1, Alpha: 0.05, Beta: 0.05}
	for _, c := range []struct {
		test Test
		want string
	}{
		{Test{A: good, B: bad, MaxPairs: 1}, "bounds 0 and 0"},
		{Test{A: good, B: bad, Hypotheses: h}, "at most 0 pairs"},
		{Test{A: good, B: bad, Hypotheses: h, MaxPairs: 1, Unit: Share}, "want shares"},
		{Test{A: good, B: good, Hypotheses: h, MaxPairs: 1}, "against itself"},
		{Test{A: good, B: Player{Player: good.Player}, Hypotheses: h, MaxPairs: 1}, "without a name"},
	} {
		if _, err := c.test.Run(t.Context(), NewLedger(settings)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: error %v, want one with %q", c.test, err, c.want)
		}
	}
	for _, c := range []struct {
		tour Tournament
		want string
	}{
		{Tournament{Players: []Player{good}, Games: 2}, "1 players"},
		{Tournament{Players: []Player{good, bad}, Games: 3}, "3 games"},
		{Tournament{Players: []Player{good, bad, good}, Games: 2}, "good is there twice"},
		{Tournament{Players: []Player{good, {Name: "x"}}, Games: 2}, "cannot play"},
	} {
		if err := c.tour.Run(t.Context(), NewLedger(settings)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: error %v, want one with %q", c.tour, err, c.want)
		}
	}
}

// TestWriteFails has the file closed under the ledger: the error comes out.
func TestWriteFails(t *testing.T) {
	l := open(t, filepath.Join(t.TempDir(), "ledger"))
	if err := l.file.Close(); err != nil {
		t.Fatal(err)
	}
	err := (&Tournament{Players: []Player{good, bad}, Games: 100}).Run(t.Context(), l)
	if !errors.Is(err, os.ErrClosed) {
		t.Errorf("error %v, want that the file is closed", err)
	}
}

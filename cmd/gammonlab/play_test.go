package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/search"
	"gammonlab/internal/seed"
	"gammonlab/nets"
)

// Talks at the table, with dice from a file.
func TestPlay(t *testing.T) {
	for _, c := range []struct {
		name string
		args []string
		in   []string
	}{
		{"play-opening", nil, []string{
			"help", "hint", "8/5 6/5 4/3", "8/4", "24/20 6/5", "frob", "", "6/3 24/23", "board", "quit",
		}},
		{"play-undo", nil, []string{"undo", "8/5 6/5", "undo", "undo", "24/23 13/10", "exit"}},
		{"play-game-end", []string{"--variant", "hypergammon1", "--first", "you", "--dice", "testdata/hyper1.dice"}, []string{
			"24/20", "hint", "undo", "new", "board",
		}},
		{"play-resign", nil, []string{
			"resign twice", "resign backgammon", "hint", "6/5", "undo", "resign", "new", "resign gammon", "quit",
		}},
		{"play-end-of-input", nil, []string{"8/5 6/5"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			args := append([]string{"play", "--model", tiny}, c.args...)
			if len(c.args) == 0 {
				args = append(args, "--dice", "testdata/opening.dice")
			}
			out, errOut, code := command(t, strings.Join(c.in, "\n"), args...)
			if code != exitOK {
				t.Fatalf("exit code %d, errors %q", code, errOut)
			}
			golden(t, c.name, out)
		})
	}
}

func TestPlayRunsOutOfDice(t *testing.T) {
	_, errOut, code := command(t, strings.Repeat("new\n", 100), "play", "--model", tiny, "--dice", "testdata/opening.dice")
	if want := "opening.dice:"; code != exitFailed || !strings.Contains(errOut, want) || !strings.Contains(errOut, board.ErrNoRolls.Error()) {
		t.Errorf("exit code %d, errors %q, want 1 and %q", code, errOut, want)
	}
}

func TestPlaySameSeedSameDice(t *testing.T) {
	first, _, _ := command(t, "hint\nquit\n", "play", "--model", tiny, "--seed", "7")
	again, _, _ := command(t, "hint\nquit\n", "play", "--model", tiny, "--seed", "7")
	other, _, _ := command(t, "hint\nquit\n", "play", "--model", tiny, "--seed", "8")
	if first != again {
		t.Error("the same seed gives another game")
	}
	if first == other {
		t.Error("another seed gives the same game")
	}
}

func TestPlayIsInterruptedWhileItWaits(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	in, _ := io.Pipe() // never says a thing
	out := &waitWriter{want: "Your ", seen: make(chan struct{})}
	var errOut bytes.Buffer
	done := make(chan int)
	go func() { done <- run(ctx, []string{"gammonlab", "play", "--first", "you"}, in, out, &errOut) }()
	<-out.seen
	cancel()
	if code := <-done; code != exitFailed || !strings.Contains(errOut.String(), "interrupted") {
		t.Errorf("exit code %d, errors %q, want 1 and interrupted", code, errOut.String())
	}
}

// waitWriter closes seen once something that begins with want is written.
type waitWriter struct {
	want string
	seen chan struct{}
	done bool
}

func (w *waitWriter) Write(p []byte) (int, error) {
	if !w.done && strings.HasPrefix(string(p), w.want) {
		w.done = true
		close(w.seen)
	}
	return len(p), nil
}

func newTestTable(t *testing.T, v board.Variant, s uint64) *table {
	t.Helper()
	m, err := nets.Load(tiny)
	if err != nil {
		t.Fatal(err)
	}
	searcher, err := search.New(engine.NewStatic(m, nil), search.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return newTable(searcher, v, board.NewDice(seed.Stream(s, 0)))
}

// decide plays up to the user's decision or the end and reports which it is.
func decide(t *testing.T, tab *table) bool {
	t.Helper()
	for {
		done, err := tab.next()
		if err != nil {
			t.Fatal(err)
		}
		if done == nil {
			return !tab.over()
		}
	}
}

// Whole games against a user who plays at random, in each variant: every play
// is made by its notation, every state is legal, and the score adds up.
func TestTablePlaysWholeGames(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, v := range board.Variants() {
		tab := newTestTable(t, v, 1)
		var want [2]int
		for game := range 20 {
			if err := tab.begin(board.Nobody); err != nil {
				t.Fatal(err)
			}
			if tab.roll.Double() || (tab.onRoll == theUser) != (tab.roll[0] > tab.roll[1]) {
				t.Fatalf("%v: %v begins with %v", v, tab.onRoll, tab.roll)
			}
			for decide(t, tab) {
				plays := board.Plays(tab.pos, tab.roll)
				play := plays[rng.IntN(len(plays))]
				if err := tab.move(board.FormatPlay(tab.pos, play)); err != nil {
					t.Fatal(err)
				}
				if err := tab.pos.Validate(v); err != nil {
					t.Fatal(err)
				}
			}
			if tab.result > 0 {
				want[theUser] += int(tab.result)
			} else {
				want[theNet] -= int(tab.result)
			}
			if tab.score != want || tab.games != game+1 {
				t.Fatalf("%v: score %v after %d games, want %v after %d", v, tab.score, tab.games, want, game+1)
			}
		}
	}
}

// Undo brings back exactly what was, and the dice that come again are the same.
func TestTableUndo(t *testing.T) {
	tab := newTestTable(t, board.Backgammon, 5)
	if err := tab.begin(theUser); err != nil {
		t.Fatal(err)
	}
	if tab.undo() {
		t.Error("there was something to take back before the first play")
	}
	rng := rand.New(rand.NewPCG(2, 2))
	var states []state
	for decide(t, tab) {
		states = append(states, tab.state)
		plays := board.Plays(tab.pos, tab.roll)
		if err := tab.move(board.FormatPlay(tab.pos, plays[rng.IntN(len(plays))])); err != nil {
			t.Fatal(err)
		}
		if tab.over() {
			break
		}
	}
	rolls := len(tab.dice.rolls)
	for i := len(states) - 1; i >= 0; i-- {
		if !tab.undo() || tab.state != states[i] {
			t.Fatalf("undo to decision %d: %+v, want %+v", i, tab.state, states[i])
		}
		if err := tab.move(board.FormatPlay(tab.pos, board.Plays(tab.pos, tab.roll)[0])); err != nil {
			t.Fatal(err)
		}
		if !tab.over() {
			if _, err := tab.next(); err != nil {
				t.Fatal(err)
			}
			if len(tab.dice.rolls) != rolls {
				t.Fatalf("decision %d: fresh dice after an undo", i)
			}
		}
		tab.undo()
	}
	if tab.score != [2]int{} || tab.games != 0 {
		t.Errorf("score %v after %d games, want none", tab.score, tab.games)
	}
}

// The net takes a resignation only for what it expects to win.
func TestTableResign(t *testing.T) {
	tab := newTestTable(t, board.Backgammon, 1)
	if err := tab.begin(theUser); err != nil {
		t.Fatal(err)
	}
	if err := tab.resign(1); err != nil {
		t.Errorf("at the start: %v", err)
	}
	if tab.score[theNet] != 1 || tab.result != -1 {
		t.Errorf("score %v, result %d, want one point for the net", tab.score, tab.result)
	}
	tab.undo()
	race := board.Position{Own: board.Side{18: 15}, Opp: board.Side{board.Off: 12, 1: 3}}
	tab.pos, tab.roll = race, board.Roll{2, 1}
	if err := tab.resign(1); !errors.Is(err, errPlaysOn) {
		t.Errorf("a single game for a sure gammon: %v, want %v", err, errPlaysOn)
	}
	if err := tab.resign(2); err != nil {
		t.Errorf("a gammon for a sure gammon: %v", err)
	}
}

package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/internal/must"
)

// Games at the terminal with dice from a file.
func TestPlay(t *testing.T) {
	for _, c := range []struct {
		name string
		args []string
		in   []string
	}{
		{"play-opening", []string{"--cubeless"}, []string{
			"help", "hint", "8/5 6/5 4/3", "8/4", "24/20 6/5", "frob", "", "6/3 24/23", "board", "quit",
		}},
		{"play-undo", []string{"--cubeless"}, []string{"undo", "8/5 6/5", "undo", "undo", "24/23 13/10", "exit"}},
		{"play-game-end", []string{"--cubeless", "--variant", "hypergammon1", "--first", "you", "--dice-file", "testdata/hyper1.dice"}, []string{
			"24/20", "hint", "undo", "new", "board",
		}},
		{"play-resign", []string{"--cubeless"}, []string{
			"resign twice", "resign backgammon", "hint", "6/5", "undo", "resign", "new", "resign gammon", "quit",
		}},
		{"play-match", []string{"--match", "4", "--first", "you", "--dice-file", "testdata/match.dice"}, []string{
			"double", "take", "8/5 6/5", "hint", "double", "new", "13/7 8/7", "double", "resign", "score",
			"new", "8/5 6/5", "13/7", "roll", "24/18(2) 13/7(2)", "hint", "redouble", "undo", "double",
			"new", "resign",
			"new", "8/5 6/5", "24/18(2) 13/7(2)", "double", "score", "new", "resign gammon", "new", "undo", "resign", "hint", "quit",
		}},
		{"play-money", []string{"--first", "you", "--dice-file", "testdata/money.dice"}, []string{
			"13/10 8/7", "accept", "", "bar/24 10/8", "roll", "resign", "24/22", "hint", "beaver", "hint", "undo",
			"pass", "undo", "take", "double", "resign gammon", "drop",
			"new", "8/5 6/5", "r", "24/18(2) 13/7(2)", "hint", "double", "undo", "r", "13/8 13/7", "new", "quit",
		}},
		{"play-score", []string{"--match", "7", "--score", "6-3", "--post-crawford", "--met", "woolsey", "--first", "net"}, []string{"hint", "score"}},
		{"play-crawford", []string{"--match", "7", "--score", "6-3", "--first", "you"}, []string{"double", "score"}},
		{"play-hand", []string{"--rng", "hand", "--match", "3"}, []string{
			"hint", "roll", "33", "37", "13", "31", "8/5 6/5", "double", "62", "", "hint", "66", "undo", "54", "13/8 13/9", "resign",
		}},
		{"play-end-of-input", nil, []string{"8/5 6/5"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			args := append([]string{"play", "--model", tiny}, c.args...)
			if !slices.Contains(args, "--dice-file") && !slices.Contains(args, "--rng") {
				args = append(args, "--dice-file", "testdata/opening.dice")
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
	_, errOut, code := command(t, strings.Repeat("new\n", 100), "play", "--model", tiny, "--dice-file", "testdata/opening.dice")
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

// The first roll of each generator is that of gnubg with the seed, but for its order.
func TestPlayChoosesTheGenerator(t *testing.T) {
	for _, tt := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"--rng", "isaac", "--seed", "42"}, exitOK, "you throw 1, the net 3"},
		{[]string{"--rng", "md5", "--seed", "42"}, exitOK, "you throw 1, the net 6"},
		{[]string{"--rng", "system"}, exitOK, "you throw "},
		{[]string{"--rng", "mersenne"}, exitOK, "The dice are those of --rng mersenne --seed "},
		{[]string{"--rng", "system", "--seed", "1"}, exitUsage, "--seed has no effect with --rng system"},
		{[]string{"--rng", "hand", "--dice-file", "testdata/opening.dice"}, exitUsage, "--rng has no effect with --dice-file"},
		{[]string{"--rng", "bbs", "--seed", "1"}, exitUsage, "seed 1, want 2 or more"},
		{[]string{"--rng", "coin"}, exitUsage, `no generator "coin", want one of pcg, `},
	} {
		out, errOut, code := command(t, "quit\n", append([]string{"play", "--model", tiny}, tt.args...)...)
		if code != tt.code || !strings.Contains(out+errOut, tt.want) {
			t.Errorf("%q: exit code %d, %s%s, want %d, %q", tt.args, code, out, errOut, tt.code, tt.want)
		}
	}
}

func TestPlayIsInterruptedWhileItWaits(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	in, _ := io.Pipe() // an input without text
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

// Hints about plays and doubles have the depth of --plies.
func TestPlayLooksAhead(t *testing.T) {
	out, errOut, code := command(t, "hint\n8/5 6/5\nhint\n", "play", "--model", tiny, "--plies", "1", "--filter", "all",
		"--first", "you", "--dice-file", "testdata/match.dice")
	for _, want := range []string{"  1    1  8/5 6/5", "Cubeful equity, 1-ply; your chances:", "double, take"} {
		if code != exitOK || !strings.Contains(out, want) {
			t.Errorf("exit code %d, errors %q, want %q in\n%s", code, errOut, want, out)
		}
	}
}

func TestPlayMistakes(t *testing.T) {
	there := filepath.Join(t.TempDir(), "there.mat")
	must.OK(t, os.WriteFile(there, nil, 0o666))
	for _, c := range []struct {
		name string
		args []string
		want string
	}{
		{"length", []string{"--match", "65"}, "--match is 65, want 0"},
		{"length below 0", []string{"--match", "-1"}, "--match is -1"},
		{"score of a session", []string{"--score", "1-0"}, "--score has no effect without --match"},
		{"table of a session", []string{"--met", "zadeh"}, "--met has no effect without --match"},
		{"score of a finished match", []string{"--match", "5", "--score", "5-0"}, "--score is 5-0"},
		{"score below 0", []string{"--match", "5", "--score", "-1-0"}, `--score is "-1-0"`},
		{"score of one player", []string{"--match", "5", "--score", "3"}, `--score is "3", want two numbers`},
		{"Crawford game to come", []string{"--match", "5", "--score", "3-2", "--post-crawford"}, "exactly one side must need one point"},
		{"Jacoby rule of a match", []string{"--match", "5", "--jacoby"}, "--jacoby has no effect in a match"},
		{"beavers without a cube", []string{"--cubeless", "--max-beavers", "1"}, "--max-beavers has no effect with --cubeless"},
		{"beavers", []string{"--max-beavers", "-1"}, "--max-beavers is -1"},
		{"plies", []string{"--plies", "9"}, "--plies is 9"},
		{"file of another kind", []string{"--save", "x.txt"}, `has the extension ".txt", want .mat or .sgf`},
		{"existing file", []string{"--save", there}, "already exists"},
		{"folder that is a file", []string{"--save", "play_test.go/x.sgf"}, "not a directory"},
		{"game that .mat cannot contain", []string{"--match", "5", "--score", "4-2", "--post-crawford", "--save", "x.mat"}, "choose .sgf"},
	} {
		t.Run(c.name, func(t *testing.T) {
			checkMistake(t, "", append([]string{"play"}, c.args...), exitUsage, c.want)
		})
	}
	checkMistake(t, "", []string{"play", "--match", "5", "--met", "testdata/none.xml"}, exitFailed, "none.xml")
}

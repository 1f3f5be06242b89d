package play

import (
	"bytes"
	"context"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/clitest"
)

// Games at the terminal with dice from a file.
func TestPlay(t *testing.T) {
	for _, c := range []struct {
		name string
		args []string
		in   []string
	}{
		{"opening", []string{"--cubeless"}, []string{
			"help", "hint", "8/5 6/5 4/3", "8/4", "24/20 6/5", "frob", "", "6/3 24/23", "board", "quit",
		}},
		{"undo", []string{"--cubeless"}, []string{"undo", "8/5 6/5", "undo", "undo", "24/23 13/10", "exit"}},
		{"game-end", []string{"--cubeless", "--variant", "hypergammon1", "--first", "you", "--dice-file", "testdata/hyper1.dice"}, []string{
			"24/20", "hint", "undo", "new", "board",
		}},
		{"resign", []string{"--cubeless"}, []string{
			"resign twice", "resign backgammon", "hint", "6/5", "undo", "resign", "new", "resign gammon", "quit",
		}},
		{"match", []string{"--match", "4", "--first", "you", "--dice-file", "testdata/match.dice"}, []string{
			"double", "take", "8/5 6/5", "hint", "double", "new", "13/7 8/7", "double", "resign", "score",
			"new", "8/5 6/5", "13/7", "roll", "24/18(2) 13/7(2)", "hint", "redouble", "undo", "double",
			"new", "resign",
			"new", "8/5 6/5", "24/18(2) 13/7(2)", "double", "score", "new", "resign gammon", "new", "undo", "resign", "hint", "quit",
		}},
		{"money", []string{"--first", "you", "--dice-file", "testdata/money.dice"}, []string{
			"13/10 8/7", "accept", "", "bar/24 10/8", "roll", "resign", "24/22", "hint", "beaver", "hint", "undo",
			"pass", "undo", "take", "double", "resign gammon", "drop",
			"new", "8/5 6/5", "r", "24/18(2) 13/7(2)", "hint", "double", "undo", "r", "13/8 13/7", "new", "quit",
		}},
		{"score", []string{"--match", "7", "--score", "6-3", "--post-crawford", "--met", "woolsey", "--first", "net"}, []string{"hint", "score"}},
		{"crawford", []string{"--match", "7", "--score", "6-3", "--first", "you"}, []string{"double", "score"}},
		{"hand", []string{"--rng", "hand", "--match", "3"}, []string{
			"hint", "roll", "33", "37", "13", "31", "8/5 6/5", "double", "62", "", "hint", "66", "undo", "54", "13/8 13/9", "resign",
		}},
		{"end-of-input", nil, []string{"8/5 6/5"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			args := append([]string{"play", "--model", clitest.Tiny}, c.args...)
			if !slices.Contains(args, "--dice-file") && !slices.Contains(args, "--rng") {
				args = append(args, "--dice-file", "testdata/opening.dice")
			}
			program.Golden(t, c.name, strings.Join(c.in, "\n"), args...)
		})
	}
}

// Plays in the notations of other servers are those with slashes; b with places is no board.
func TestPlayInOtherNotations(t *testing.T) {
	args := []string{"--first", "you", "--dice-file", "testdata/opening.dice", "--cubeless"}
	var want string
	for i, line := range []string{"8/5 6/5", "8-5 6-5", "8 5 6 5", "m 8 5 6 5", "8/5,6/5", "move 6-5, 8-5"} {
		got := says(t, []string{"b 20", line, "undo", "quit"}, args...)
		if got = strings.ReplaceAll(got, line, "PLAY"); i == 0 {
			want = got
		}
		clitest.Wants(t, got, "Not legal: bar/20: no checker on the bar.")
		if got != want {
			t.Errorf("%q: %s\nwant, as for 8/5 6/5,\n%s", line, got, want)
		}
	}
}

// A game begins at a position with its cube, score and dice; the plays of a hint have
// numbers, and checkers are borne off by themselves.
func TestPlayFromPosition(t *testing.T) {
	file := filepath.Join(t.TempDir(), "p.sgf")
	const at = "XGID=-b----E-C---eE---c-e----B-:1:1:1:61:3:2:0:7:10"
	out := says(t, []string{"hint", "=9", "=2", "undo", "=1", "=1", "quit"}, "--position", at, "--save", file, "--dice-file", "testdata/opening.dice")
	clitest.Wants(t, out, "7 points match", "X: you (Cube: 2)", "Your 61: ", `There is no play "=9": hint lists the plays 1 to 5.`, "The dice are not thrown: roll or double.")
	loaded := says(t, []string{"quit"}, "--load", file)
	clitest.Wants(t, loaded, "X: you (Cube: 2)", "Score after 0: you 3, the net 2, match to 7.")
	off := says(t, []string{"quit"}, "--auto-bearoff", "--position", "XGID=-BBBC----------------cbbb-:0:0:1:21:0:0:0:0:10")
	clitest.Wants(t, off, "You roll 21: 2/off 1/off, borne off for you.")
	program.Mistakes(t, "play --model "+clitest.Tiny, []clitest.Mistake{
		{[]string{"--position", at, "--match", "5"}, 2, "--match has no effect with --position: the ID says that"},
		{[]string{"--position", at, "--save", "x.mat"}, 2, "a .mat file cannot hold the position"},
		{[]string{"--position", at, "--seed", "1", "--load", file}, 2, "--position has no effect with --load"},
		{[]string{"--position", "nonsense"}, 2, "--position: position ID"},
		{[]string{"--position", strings.Replace(at, ":61:", ":D:", 1)}, 2, "--position: a double or a resignation is to be answered there"},
		{[]string{"--position", clitest.Finished}, 2, "--position: the game is over"},
	})
}

// Equal dice in the first throw double the cube, thrown or entered, and a record keeps it.
func TestPlayAutomaticDoubles(t *testing.T) {
	folder := t.TempDir()
	dice, file := filepath.Join(folder, "dice"), filepath.Join(folder, "auto.sgf")
	clitest.Write(t, dice, "66 11 22 31 52 64")
	out := says(t, []string{"8/5 6/5", "quit"}, "--auto-doubles", "2", "--dice-file", dice, "--save", file)
	clitest.Wants(t, out, "Equal dice were thrown first: the cube is at 4.", "(Cube: 4)")
	clitest.Wants(t, says(t, []string{"quit"}, "--load", file), "(Cube: 4)")
	hand := says(t, []string{"66", "11", "undo", "31", "quit"}, "--auto-doubles", "1", "--rng", "hand")
	clitest.Wants(t, hand, "Equal dice were thrown first: the cube is at 2.", "Not thrown: the first roll of a game is no double.", "(Cube: 1)")
	program.Mistakes(t, "play --seed 1 --model "+clitest.Tiny, []clitest.Mistake{
		{[]string{"--auto-doubles", "16"}, 2, "--auto-doubles is 16, want 0 to 15"},
		{[]string{"--auto-doubles", "1", "--match", "3"}, 2, "--auto-doubles has no effect in a match"},
		{[]string{"--auto-doubles", "1", "--cubeless"}, 2, "--auto-doubles has no effect with --cubeless"},
	})
}

func TestPlayRunsOutOfDice(t *testing.T) {
	_, errOut, code := program.Run(t, strings.Repeat("new\n", 100), "play", "--model", clitest.Tiny, "--dice-file", "testdata/opening.dice")
	if code != 1 {
		t.Errorf("exit code %d, want 1", code)
	}
	clitest.Wants(t, errOut, "opening.dice:", board.ErrNoRolls.Error())
}

func TestPlaySameSeedSameDice(t *testing.T) {
	game := func(seed string) string {
		out, _ := program.Reads(t, "hint\nquit\n", "play", "--model", clitest.Tiny, "--seed", seed)
		return out
	}
	first, again, other := game("7"), game("7"), game("8")
	if first != again {
		t.Error("the same seed gives another game")
	}
	if first == other {
		t.Error("another seed gives the same game")
	}
}

// The first roll of each generator is that of gnubg with the seed, but for its order.
func TestPlayChoosesTheGenerator(t *testing.T) {
	for want, args := range map[string][]string{
		"you throw 1, the net 3":                       {"isaac", "--seed", "42"},
		"you throw 1, the net 6":                       {"md5", "--seed", "42"},
		"you throw ":                                   {"system"},
		"The dice are those of --rng mersenne --seed ": {"mersenne"},
	} {
		out, _ := program.Reads(t, "quit\n", append([]string{"play", "--model", clitest.Tiny, "--rng"}, args...)...)
		clitest.Wants(t, out, want)
	}
	program.Mistakes(t, "play", []clitest.Mistake{
		{[]string{"--rng", "system", "--seed", "1"}, 2, "--seed has no effect with --rng system"},
		{[]string{"--rng", "hand", "--dice-file", "testdata/opening.dice"}, 2, "--rng has no effect with --dice-file"},
		{[]string{"--rng", "bbs", "--seed", "1"}, 2, "seed 1, want 2 or more"},
		{[]string{"--rng", "coin"}, 2, `no generator "coin", want one of pcg, `},
	})
}

func TestPlayIsInterruptedWhileItWaits(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	in, _ := io.Pipe() // an input without text
	out := &waitWriter{want: "Your ", seen: make(chan struct{})}
	var errOut bytes.Buffer
	done := make(chan int)
	go func() { done <- program().Run(ctx, []string{"gammonlab", "play", "--first", "you"}, in, out, &errOut) }()
	<-out.seen
	cancel()
	if code := <-done; code != 1 || !strings.Contains(errOut.String(), "interrupted") {
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
	out, _ := program.Reads(t, "hint\n8/5 6/5\nhint\n", "play", "--model", clitest.Tiny, "--plies", "1", "--filter", "all",
		"--first", "you", "--dice-file", "testdata/match.dice")
	clitest.Wants(t, out, "  1    1  8/5 6/5", "Cubeful equity, 1-ply; your chances:", "double, take")
}

func TestPlayMistakes(t *testing.T) {
	there := filepath.Join(t.TempDir(), "there.mat")
	clitest.Write(t, there, "")
	program.Mistakes(t, "play", []clitest.Mistake{
		{[]string{"--match", "65"}, 2, "--match is 65, want 0"},
		{[]string{"--match", "-1"}, 2, "--match is -1"},
		{[]string{"--score", "1-0"}, 2, "--score has no effect without --match"},
		{[]string{"--met", "zadeh"}, 2, "--met has no effect without --match"},
		{[]string{"--match", "5", "--score", "5-0"}, 2, "--score is 5-0"},
		{[]string{"--match", "5", "--score", "-1-0"}, 2, `--score: "-1-0", want two numbers such as 3-0`},
		{[]string{"--match", "5", "--score", "3"}, 2, `--score: "3", want two numbers such as 3-0`},
		{[]string{"--match", "5", "--score", "3-2", "--post-crawford"}, 2, "exactly one side must need one point"},
		{[]string{"--match", "5", "--jacoby"}, 2, "--jacoby has no effect in a match"},
		{[]string{"--cubeless", "--max-beavers", "1"}, 2, "--max-beavers has no effect with --cubeless"},
		{[]string{"--max-beavers", "-1"}, 2, "--max-beavers is -1"},
		{[]string{"--plies", "9"}, 2, "--plies is 9"},
		{[]string{"--save", "x.txt"}, 2, `has the extension ".txt", want .mat or .sgf`},
		{[]string{"--save", there}, 2, "already exists"},
		{[]string{"--save", "play_test.go/x.sgf"}, 2, "not a directory"},
		{[]string{"--match", "5", "--score", "4-2", "--post-crawford", "--save", "x.mat"}, 2, "choose .sgf"},
		{[]string{"--match", "5", "--met", "none.xml"}, 1, "none.xml"},
		{[]string{clitest.Start}, 2, "unexpected argument"},
		{[]string{"--first", "me"}, 2, `--first is "me"`},
		{[]string{"--dice-file", "x", "--seed", "2"}, 2, "--seed has no effect"},
		{[]string{"--dice-file", "none.txt"}, 1, "none.txt"},
	})
}

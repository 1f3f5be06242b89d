package play

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/board/record"
	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/internal/must"
)

// says runs the command as playing does, and returns its output.
func says(t *testing.T, in []string, args ...string) string {
	t.Helper()
	out, _ := program.Reads(t, strings.Join(in, "\n"), append([]string{"play", "--model", clitest.Tiny, "--bearoff", "none"}, args...)...)
	return out
}

// A match continues in its file, play by play; a match of another program
// continues in a new file.
func TestPlayLoads(t *testing.T) {
	for _, ext := range extensions {
		path := filepath.Join(t.TempDir(), "games"+ext)
		dice := []string{"--first", "you", "--dice-file", "testdata/opening.dice"}
		out := says(t, []string{"resign", "n", "13/11 13/8", "save " + path}, append([]string{"--match", "3"}, dice...)...)
		clitest.Wants(t, out, "The games are kept in "+path, "To go on: gammonlab play --load "+path)
		before := len(must.Get(record.Load(path))(t).Games[1].Actions)
		out = says(t, []string{"s", "u", "resign", "n"}, append([]string{"--load", path}, dice...)...)
		clitest.Wants(t, out, "you 0, the net 1, match to 3", "The net wins a single game", "you 0, the net 2")
		m := must.Get(record.Load(path))(t)
		if len(m.Games) != 2 || m.Length != 3 || m.Games[1].Result.Points != 1 || before == 0 {
			t.Errorf("%s: %+v", path, m)
		}
	}
}

// The command does not change the record of another program.
func TestPlayLoadsAnothersRecord(t *testing.T) {
	m := &record.Match{Length: 5, Names: [2]string{"Ann", "Bob"}, Rules: record.Rules{Crawford: true}}
	g := m.AddGame()
	g.Actions = []record.Action{{Kind: record.Move, Player: board.PlayerX, Roll: board.Roll{3, 1}, Steps: []board.Step{{From: 8, To: 5}, {From: 6, To: 5}}}}
	folder := t.TempDir()
	path, to := filepath.Join(folder, "theirs.mat"), filepath.Join(folder, "ours.sgf")
	file := must.Get(os.Create(path))(t)
	must.OK(t, record.WriteMat(file, m))
	must.OK(t, file.Close())
	before := must.Get(os.ReadFile(path))(t)
	says(t, []string{"resign"}, "--load", path, "--save", to)
	says(t, []string{"resign"}, "--load", path)
	if after := must.Get(os.ReadFile(path))(t); string(after) != string(before) {
		t.Errorf("the record has become\n%s", after)
	}
	if ours := must.Get(record.Load(to))(t); ours.Names != m.Names || ours.Games[0].Result.Winner != board.PlayerO {
		t.Errorf("got %+v", ours)
	}
	program.Mistakes(t, "play --model "+clitest.Tiny+" --bearoff none --seed 1", []clitest.Mistake{
		{[]string{"--load", path, "--match", "7"}, 2, "--match has no effect with --load"},
		{[]string{"--load", filepath.Join(folder, "none.mat")}, 1, "none.mat"},
		{[]string{"--load", path, "--tutor", "-1mEq"}, 2, "--tutor is -0.001, want 0 or more"},
	})
}

// The tutor asks for confirmation of a decision that loses much, and only yes
// makes the decision.
func TestPlayTutor(t *testing.T) {
	args := []string{"--first", "you", "--dice-file", "testdata/opening.dice", "--tutor", "30mEq"}
	best := bestOf(t, says(t, []string{"hint"}, args...))
	out := says(t, []string{"24/20", "n", "s", "24/20", "y", "s"}, args...)
	clitest.Wants(t, out, "24/20 loses ", " mEq. Best: "+best+". The best play ", "makes the 5-point. Go on? (y/n) n\nYour 31: s", "Go on? (y/n) y\n")
	if quiet := says(t, []string{best}, args...); strings.Contains(quiet, "Go on?") {
		t.Errorf("the tutor warns of the best play:\n%s", quiet)
	}
	if quiet := says(t, []string{"24/20"}, args[:4]...); strings.Contains(quiet, "Go on?") {
		t.Errorf("the tutor was not asked for:\n%s", quiet)
	}
	// To double at once is wrong.
	out = says(t, []string{"8/5 6/5", "d", "n", "r"}, "--first", "you", "--dice-file", "testdata/match.dice", "--tutor", "1mEq", "--match", "4")
	clitest.Wants(t, out, "The double loses ", "Best: No double")
}

// bestOf returns the best play of a hint.
func bestOf(t *testing.T, out string) string {
	t.Helper()
	_, rest, _ := strings.Cut(out, "  1    0  ")
	play, _, ok := strings.Cut(rest, "  ")
	if !ok {
		t.Fatalf("no hint in\n%s", out)
	}
	return play
}

// Short commands equal the long ones, stats prints error rates and luck, and save
// refuses an impossible file.
func TestPlayCommands(t *testing.T) {
	there := filepath.Join(t.TempDir(), "there.mat")
	must.OK(t, os.WriteFile(there, []byte("theirs"), 0o666))
	out := says(t, []string{"stats", "h", "8/5 6/5", "b", "u", "8/5 6/5", "stats", "save", "save x.txt", "save " + there, "q"},
		"--first", "you", "--dice-file", "testdata/opening.dice", "--cubeless")
	clitest.Wants(t, out, "Nothing has been played.", "Cubeless equity", "Pips: you 167, the net 167.", "money session, 1 game", "Performance rating", "Luck-adjusted result",
		"Say in which file", `has the extension ".txt"`, "is there already: choose another name.")
	if text := must.Get(os.ReadFile(there))(t); string(text) != "theirs" {
		t.Errorf("the file has become %q", text)
	}
}

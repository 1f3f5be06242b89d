package app

import (
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/cmd/gammonlab/internal/clitest"
)

const diceRecords = "../../../board/record/testdata/"

// dice test and play read the output of dice roll.
func TestDiceRoll(t *testing.T) {
	roll := []string{"dice", "roll", "--rng", "mersenne", "--seed", "42", "-n", "40"}
	out := program.OK(t, roll...)
	if !strings.HasPrefix(out, "35\n62\n55\n44\n13\n") || strings.Count(out, "\n") != 40 {
		t.Fatalf("got %s", out)
	}
	path := filepath.Join(t.TempDir(), "evening.dice")
	clitest.Write(t, path, out)
	played, _ := program.Reads(t, "quit\n", "play", "--model", tiny, "--dice-file", path)
	clitest.Wants(t, played, "you throw 3, the net 5")
	var report struct {
		Groups []struct{ Rolls int }
		Made   int
	}
	program.JSON(t, &report, "dice", "test", "--json", "--dice-file", path)
	if len(report.Groups) != 1 || report.Groups[0].Rolls != 40 || report.Made == 0 {
		t.Errorf("test: %+v", report)
	}
	var rolled struct {
		Seed  int
		Rolls []string
	}
	program.JSON(t, &rolled, append(roll, "--json")...)
	if rolled.Seed != 42 || strings.Join(rolled.Rolls, "\n")+"\n" != out {
		t.Errorf("as JSON: %+v", rolled)
	}
}

func TestDiceTest(t *testing.T) {
	for _, tt := range []struct {
		name string
		args []string
	}{
		{"dice-test", []string{diceRecords + "match5.mat"}},
		{"dice-test-model", []string{"--model", tiny, "--bearoff", "none", diceRecords + "match5.mat"}},
		{"dice-test-rng", []string{"--rng", "bbs", "-n", "2000"}},
	} {
		program.Golden(t, tt.name, "", append([]string{"dice", "test"}, tt.args...)...)
	}
}

// In a folder the files that are no records or damaged are left out with a warning; a
// file that is named must be one.
func TestDiceTestFolders(t *testing.T) {
	dir := t.TempDir()
	for name, source := range map[string]string{"a/one.mat": "match5.mat", "two.xg": "short.xg", "a/.hidden/three.mat": "match5.mat", "note.txt": "README"} {
		clitest.Write(t, filepath.Join(dir, name), clitest.File(t, diceRecords+source))
	}
	clitest.Write(t, filepath.Join(dir, "damaged.sgf"), "(;GM[6]")
	out, errOut := program.Reads(t, "", "dice", "test", "--limit", "1", dir)
	clitest.Wants(t, out, "records: 2", "not listed: 3.")
	clitest.Wants(t, errOut, "left out: "+filepath.Join(dir, "damaged.sgf"), "note.txt: it contains no match")
	out, _ = program.Reads(t, session, "dice", "test", "-")
	clitest.Wants(t, out, "standard input")
}

// Games that are in several files, or in one that is named twice, count once.
func TestDiceTestCountsCopiesOnce(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a.mat", "b.mat"} {
		clitest.Write(t, filepath.Join(dir, name), clitest.File(t, diceRecords+"match5.mat"))
	}
	out, errOut := program.Reads(t, "", "dice", "test", dir, filepath.Join(dir, "a.mat"))
	clitest.Wants(t, out, "(games: 4, records: 1)")
	if n := strings.Count(errOut, "a.mat, counted once"); n != 2 {
		t.Errorf("%d notes about copies, want 2: %s", n, errOut)
	}
}

func TestDiceRefuses(t *testing.T) {
	program.Mistakes(t, "dice", []clitest.Mistake{
		{[]string{"test"}, 2, "want records, --rng or --dice"},
		{[]string{"test", "--rng", "isaac", "match.mat"}, 2, "want records, --rng or --dice"},
		{[]string{"test", "--seed", "1", diceRecords + "match5.mat"}, 2, "--seed has no effect without --rng"},
		{[]string{"test", "--rng", "isaac", "--model", tiny}, 2, "--model has no effect without records"},
		{[]string{"test", "--met", "woolsey", diceRecords + "match5.mat"}, 2, "--met has no effect without --model"},
		{[]string{"test", "--rng", "coin"}, 2, `no generator "coin"`},
		{[]string{"test", diceRecords + "README"}, 1, "README"},
		{[]string{"test", diceRecords + "none.mat"}, 1, "none.mat"},
		{[]string{"test", "--model", "none", diceRecords + "match5.mat"}, 1, "neither a file nor a shipped net"},
		{[]string{"test", t.TempDir()}, 1, "no file there contains a match"},
		{[]string{"test", "--dice-file", diceRecords + "README"}, 1, "README:1: "},
		{[]string{"roll", "-n", "0"}, 2, "--count is 0, want 1 to "},
		{[]string{"roll", "--rng", "bbs", "--seed", "1"}, 2, "seed 1, want 2 or more"},
		{[]string{"roll", "--rng", "system", "--seed", "1"}, 2, "--seed has no effect with --rng system"},
	})
}

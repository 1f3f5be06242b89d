package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/internal/must"
)

const diceRecords = "../../board/record/testdata/"

// dice test and play read the output of dice roll.
func TestDiceRoll(t *testing.T) {
	out, errOut, code := command(t, "", "dice", "roll", "--rng", "mersenne", "--seed", "42", "-n", "40")
	if code != exitOK || !strings.HasPrefix(out, "35\n62\n55\n44\n13\n") || strings.Count(out, "\n") != 40 {
		t.Fatalf("exit code %d: %s%s", code, out, errOut)
	}
	path := filepath.Join(t.TempDir(), "evening.dice")
	must.OK(t, os.WriteFile(path, []byte(out), 0o666))
	if out, _, code := command(t, "quit\n", "play", "--model", tiny, "--dice-file", path); code != exitOK || !strings.Contains(out, "you throw 3, the net 5") {
		t.Errorf("play: exit code %d: %s", code, out)
	}
	text, errOut, code := command(t, "", "dice", "test", "--json", "--dice-file", path)
	var report struct {
		Groups []struct{ Rolls int }
		Made   int
	}
	if err := json.Unmarshal([]byte(text), &report); err != nil || code != exitOK || len(report.Groups) != 1 || report.Groups[0].Rolls != 40 || report.Made == 0 {
		t.Errorf("test: exit code %d, %v: %s%s", code, err, text, errOut)
	}
	text, _, _ = command(t, "", "dice", "roll", "--json", "--rng", "mersenne", "--seed", "42", "-n", "40")
	var rolled struct {
		Seed  int
		Rolls []string
	}
	if err := json.Unmarshal([]byte(text), &rolled); err != nil || rolled.Seed != 42 || strings.Join(rolled.Rolls, "\n")+"\n" != out {
		t.Errorf("%v: %s", err, text)
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
		out, errOut, code := command(t, "", append([]string{"dice", "test"}, tt.args...)...)
		if code != exitOK {
			t.Fatalf("%s: exit code %d: %s", tt.name, code, errOut)
		}
		golden(t, tt.name, out)
	}
}

// In a folder the files that are no records or damaged are left out with a warning; a
// file that is named must be one.
func TestDiceTestFolders(t *testing.T) {
	dir := t.TempDir()
	must.OK(t, os.MkdirAll(filepath.Join(dir, "a", ".hidden"), 0o777))
	for name, source := range map[string]string{"a/one.mat": "match5.mat", "two.xg": "short.xg", "a/.hidden/three.mat": "match5.mat", "note.txt": "README"} {
		must.OK(t, os.WriteFile(filepath.Join(dir, name), must.Get(os.ReadFile(diceRecords+source))(t), 0o666))
	}
	must.OK(t, os.WriteFile(filepath.Join(dir, "damaged.sgf"), []byte("(;GM[6]"), 0o666))
	out, errOut, code := command(t, "", "dice", "test", "--limit", "1", dir)
	if code != exitOK || !strings.Contains(out, "records: 2") || !strings.Contains(out, "not listed: 3.") || !strings.Contains(errOut, "left out: "+filepath.Join(dir, "damaged.sgf")) || !strings.Contains(errOut, "note.txt: it contains no match") {
		t.Errorf("exit code %d: %s%s", code, out, errOut)
	}
	if out, errOut, code := command(t, session, "dice", "test", "-"); code != exitOK || !strings.Contains(out, "standard input") {
		t.Errorf("exit code %d: %s%s", code, out, errOut)
	}
}

// Games that are in several files, or in one that is named twice, count once.
func TestDiceTestCountsCopiesOnce(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a.mat", "b.mat"} {
		must.OK(t, os.WriteFile(filepath.Join(dir, name), must.Get(os.ReadFile(diceRecords+"match5.mat"))(t), 0o666))
	}
	out, errOut, code := command(t, "", "dice", "test", dir, filepath.Join(dir, "a.mat"))
	if code != exitOK || !strings.Contains(out, "(games: 4, records: 1)") || strings.Count(errOut, "a.mat, counted once") != 2 {
		t.Errorf("exit code %d: %s%s", code, out, errOut)
	}
}

func TestDiceRefuses(t *testing.T) {
	for _, tt := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"test"}, exitUsage, "want records, --rng or --dice"},
		{[]string{"test", "--rng", "isaac", "match.mat"}, exitUsage, "want records, --rng or --dice"},
		{[]string{"test", "--seed", "1", diceRecords + "match5.mat"}, exitUsage, "--seed has no effect without --rng"},
		{[]string{"test", "--rng", "isaac", "--model", tiny}, exitUsage, "--model has no effect without records"},
		{[]string{"test", "--met", "woolsey", diceRecords + "match5.mat"}, exitUsage, "--met has no effect without --model"},
		{[]string{"test", "--rng", "coin"}, exitUsage, `no generator "coin"`},
		{[]string{"test", diceRecords + "README"}, exitFailed, "README"},
		{[]string{"test", diceRecords + "none.mat"}, exitFailed, "none.mat"},
		{[]string{"test", t.TempDir()}, exitFailed, "no file there contains a match"},
		{[]string{"test", "--dice-file", diceRecords + "README"}, exitFailed, "README:1: "},
		{[]string{"roll", "-n", "0"}, exitUsage, "--rolls is 0, want 1 to "},
		{[]string{"roll", "--rng", "bbs", "--seed", "1"}, exitUsage, "seed 1, want 2 or more"},
		{[]string{"roll", "--rng", "system", "--seed", "1"}, exitUsage, "--seed has no effect with --rng system"},
	} {
		out, errOut, code := command(t, "", append([]string{"dice"}, tt.args...)...)
		if code != tt.code || !strings.Contains(errOut, tt.want) || out != "" {
			t.Errorf("%q: exit code %d, %q, want %d, %q", tt.args, code, errOut, tt.code, tt.want)
		}
	}
}

package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/internal/must"
)

// collection returns a folder with four matches, a broken record and a file
// that is no record. Ann plays in three of the matches, of which two are equal.
func collection(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	match := func(event, ann, bob string) string {
		text := strings.NewReplacer("Ann", ann, "Bob", bob).Replace(contest)
		return "; [Event \"" + event + "\"]\n; [EventDate \"2026.01.0" + event + "\"]\n" + text
	}
	for name, text := range map[string]string{
		"1.mat": match("1", "Ann", "Bob"), "2.mat": match("2", "Ann", "Cid"), "3.mat": match("3", "Dan", "ann_b"),
		"again.mat": match("1", "Ann", "Bob"), "broken.mat": strings.ReplaceAll(contest, "13/9 6/5", "13/9 5/1"), "notes.txt": "Notes.",
	} {
		must.OK(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
	}
	return dir
}

// TestAnalyzeMany wants the same output for any number of workers, and from the
// cache.
func TestAnalyzeMany(t *testing.T) {
	dir, cache := collection(t), t.TempDir()
	var first string
	for _, args := range [][]string{{"--cache", "none", "--workers", "1"}, {"--cache", cache, "--workers", "3"}, {"--cache", cache, "--verbose"}} {
		out, errOut, code := command(t, "", analyzed(append(args, "--alias", "ann_b=Ann", dir)...)...)
		if code != exitFailed || !strings.Contains(errOut, "broken.mat: game 1, move 2") || !strings.Contains(errOut, "1 of 5 records could not be analysed") {
			t.Fatalf("%q: exit code %d, errors %s", args, code, errOut)
		}
		for _, want := range []string{"again.mat: the same record as " + filepath.Join(dir, "1.mat"), "5/5 matches"} {
			if !strings.Contains(errOut, want) {
				t.Errorf("%q: no %q in %s", args, want, errOut)
			}
		}
		if first == "" {
			first = out
		}
		if out != first {
			t.Errorf("%q: another output:\n%s\nthan\n%s", args, out, first)
		}
		if named := strings.Contains(errOut, "notes.txt: skipped"); named != (args[len(args)-1] == "--verbose") {
			t.Errorf("%q: skipped files are named %v", args, named)
		}
		if fromCache := strings.Contains(errOut, "4 of 5 analyses were in "+cache); fromCache != (args[len(args)-1] == "--verbose") {
			t.Errorf("%q: from the cache %v: %s", args, fromCache, errOut)
		}
	}
	for _, want := range []string{
		"3 matches, judged by", "\nAnn (also ann_b): 3 matches, 3 games, ", "eXtreme Gammon, PR", "By score, at the present cube",
		"2026-01-01 to 2026-01-03", "\n     gammonlab hint --cubeful --plies 0 --model " + tiny + " XGID=",
	} {
		if !strings.Contains(first, want) {
			t.Errorf("no %q in\n%s", want, first)
		}
	}
	if strings.Contains(first, "Bob:") {
		t.Error("Bob has a profile")
	}
}

// TestAnalyzePlayers analyses matches with and without the name of a player.
func TestAnalyzePlayers(t *testing.T) {
	dir := collection(t)
	file := filepath.Join(dir, "1.mat")
	for _, tt := range []struct {
		args      []string
		code      int
		out, says string
	}{
		{[]string{"--name", "Cid", "--cache", "none", file, filepath.Join(dir, "2.mat")}, exitOK, "\nCid: 1 match, 1 game", ""},
		{[]string{"--name", "cid", dir}, exitUsage, "", `"cid" plays in none of 3 matches; these do: Ann (2), Bob (1), Cid (1), Dan (1), ann_b (1)`},
		{[]string{"--trend", "1", file}, exitOK, "\nBob: 1 match, 1 game", ""},
		{[]string{"--cache", "none", "--verbose", file}, exitOK, "Error per unforced play", ""},
		{[]string{"--cache", dir, file}, exitUsage, "", "want none: the analysis of one record is not cached"},
		{[]string{"--verbose", filepath.Join(dir, "2.mat"), filepath.Join(dir, "3.mat")}, exitOK, "name one by --name: Ann (1), Cid (1), Dan (1), ann_b (1)", ""},
	} {
		out, errOut, code := command(t, "", analyzed(tt.args...)...)
		if code != tt.code || !strings.Contains(out, tt.out) || !strings.Contains(errOut, tt.says) {
			t.Errorf("%q: exit code %d, output %q, errors %q", tt.args, code, out, errOut)
		}
	}
}

func TestAnalyzeManyAsJSON(t *testing.T) {
	dir := collection(t)
	plot := filepath.Join(t.TempDir(), "trend.svg")
	out, _, code := command(t, "", analyzed("--json", "--plot", plot, dir)...)
	var result struct {
		Matches                     int
		Skipped                     []string
		Failed, Duplicates, Players []map[string]any
		Profiles                    []struct {
			Player  string
			Matches int
			Rates   []map[string]any
			Tables  []struct{ Key string }
		}
	}
	if err := json.Unmarshal([]byte(out), &result); err != nil || code != exitFailed {
		t.Fatalf("exit code %d, %v", code, err)
	}
	if result.Matches != 3 || len(result.Skipped) != 1 || len(result.Failed) != 1 || len(result.Duplicates) != 1 || len(result.Players) != 5 ||
		len(result.Profiles) != 1 || result.Profiles[0].Player != "Ann" || len(result.Profiles[0].Rates) != 3 || len(result.Profiles[0].Tables) != 6 {
		t.Errorf("%+v", result)
	}
	if text := string(must.Get(os.ReadFile(plot))(t)); !strings.Contains(text, "Error of Ann from match to match") {
		t.Error("no chart")
	}
	checkMistake(t, "", analyzed("--plot", plot, dir), exitUsage, "--force")
}

// A record of another variant than the model's is analysed with a warning.
func TestAnalyzeManyVariants(t *testing.T) {
	_, errOut, code := command(t, "", analyzed("--cache", "none", "../../board/record/testdata/nackgammon.mat", filepath.Join(collection(t), "1.mat"))...)
	if code != exitOK || !strings.Contains(errOut, "was trained for backgammon, but 1 match is of another variant\n") {
		t.Errorf("exit code %d, errors %s", code, errOut)
	}
}

func TestAnalyzeManyMistakes(t *testing.T) {
	dir := collection(t)
	for _, tt := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"missing", dir}, exitFailed, "missing"},
		{[]string{dir, "-"}, exitUsage, "standard input is one record"},
		{[]string{"--html", "page.html", dir}, exitUsage, "--html is for the report of one record"},
		{[]string{"--game", "1", dir}, exitUsage, "--game is for"},
		{[]string{"--trend", "0", dir}, exitUsage, "--trend is 0"},
		{[]string{"--alias", "Ann", dir}, exitUsage, `--alias is "Ann", want OTHER=NAME`},
		{[]string{"--alias", "A=B", "--alias", "A=C", dir}, exitUsage, `counts "A" as "B" and as "C"`},
		{[]string{"--alias", "A=B", "--alias", "B=C", dir}, exitUsage, `counts "A" as "B", and this as "C"`},
		{[]string{"--plot", "trend.pdf", dir}, exitUsage, "ends in .png or .svg"},
		{[]string{"--jacoby-rule", "maybe", dir}, exitUsage, "--jacoby-rule"},
		{[]string{"--candidates", "-1", dir}, exitUsage, "--candidates is -1"},
		{[]string{"--plies", "-1", dir}, exitUsage, "--plies"},
		{[]string{t.TempDir()}, exitFailed, "no match in"},
	} {
		checkMistake(t, "", analyzed(tt.args...), tt.code, tt.want)
	}
}

package analyse

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/cmd/gammonlab/internal/clitest"
)

// collection returns a folder with four matches, a broken record and a file
// that is no record. Ann plays in three of the matches, of which two are equal.
func collection(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	match := func(event, ann, bob string) string {
		text := strings.NewReplacer("Ann", ann, "Bob", bob).Replace(clitest.Contest)
		return "; [Event \"" + event + "\"]\n; [EventDate \"2026.01.0" + event + "\"]\n" + text
	}
	for name, text := range map[string]string{
		"1.mat": match("1", "Ann", "Bob"), "2.mat": match("2", "Ann", "Cid"), "3.mat": match("3", "Dan", "ann_b"),
		"again.mat": match("1", "Ann", "Bob"), "broken.mat": strings.ReplaceAll(clitest.Contest, "13/9 6/5", "13/9 5/1"), "notes.txt": "Notes.",
	} {
		clitest.Write(t, filepath.Join(dir, name), text)
	}
	return dir
}

// TestAnalyzeMany wants the same output for any number of workers, and from the
// cache.
func TestAnalyzeMany(t *testing.T) {
	dir, cache := collection(t), t.TempDir()
	var first string
	for _, args := range [][]string{{"--cache", "none", "--workers", "1"}, {"--cache", cache, "--workers", "3"}, {"--cache", cache, "--verbose"}} {
		out, errOut, code := program.Run(t, "", analyzed(append(args, "--alias", "ann_b=Ann", dir)...)...)
		if code != 1 {
			t.Errorf("%q: exit code %d, want 1", args, code)
		}
		clitest.Wants(t, errOut, "broken.mat: game 1, move 2", "1 of 5 records could not be analysed",
			"again.mat: the same record as "+filepath.Join(dir, "1.mat"), "5/5 matches")
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
	clitest.Wants(t, first,
		"3 matches, judged by", "\nAnn (also ann_b): 3 matches, 3 games, ", "eXtreme Gammon, PR", "By score, at the present cube",
		"2026-01-01 to 2026-01-03", "\n     gammonlab hint --cubeful --plies 0 --model "+clitest.Tiny+" XGID=",
	)
	if strings.Contains(first, "Bob:") {
		t.Error("Bob has a profile")
	}
}

// TestAnalyzePlayers analyses matches with and without the name of a player.
func TestAnalyzePlayers(t *testing.T) {
	dir := collection(t)
	file := filepath.Join(dir, "1.mat")
	for want, args := range map[string][]string{
		"\nCid: 1 match, 1 game":                                   {"--name", "Cid", "--cache", "none", file, filepath.Join(dir, "2.mat")},
		"\nBob: 1 match, 1 game":                                   {"--trend", "1", file},
		"Error per unforced play":                                  {"--cache", "none", "--verbose", file},
		"name one by --name: Ann (1), Cid (1), Dan (1), ann_b (1)": {"--verbose", filepath.Join(dir, "2.mat"), filepath.Join(dir, "3.mat")},
	} {
		clitest.Wants(t, program.OK(t, analyzed(args...)...), want)
	}
	for want, args := range map[string][]string{
		`"cid" plays in none of 3 matches; these do: Ann (2), Bob (1), Cid (1), Dan (1), ann_b (1)`: {"--name", "cid", dir},
		"--cache needs --rollout-errors":                   {"--cache", dir, file},
		"--rollout needs --rollout-errors":                 {"--rollout", "trials=36", file},
		"--rollout-errors is for the report of one record": {"--rollout-errors", dir},
	} {
		if _, errOut, code := program.Run(t, "", analyzed(args...)...); code != 2 || !strings.Contains(errOut, want) {
			t.Errorf("%q: exit code %d, errors %q, want %q", args, code, errOut, want)
		}
	}
}

func TestAnalyzeManyAsJSON(t *testing.T) {
	dir := collection(t)
	plot := filepath.Join(t.TempDir(), "trend.svg")
	out, _, code := program.Run(t, "", analyzed("--json", "--plot", plot, dir)...)
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
	if err := json.Unmarshal([]byte(out), &result); err != nil || code != 1 {
		t.Fatalf("exit code %d, %v", code, err)
	}
	counts := [5]int{result.Matches, len(result.Skipped), len(result.Failed), len(result.Duplicates), len(result.Players)}
	if want := [5]int{3, 1, 1, 1, 5}; counts != want {
		t.Errorf("%v matches, skipped, failed, duplicates and players, want %v", counts, want)
	}
	if p := result.Profiles; len(p) != 1 || p[0].Player != "Ann" || len(p[0].Rates) != 3 || len(p[0].Tables) != 6 {
		t.Errorf("profiles %+v", p)
	}
	clitest.Wants(t, clitest.File(t, plot), "Error of Ann from match to match")
	program.Fails(t, 2, "--force", analyzed("--plot", plot, dir)...)
}

// A record of another variant than the model's is analysed with a warning.
func TestAnalyzeManyVariants(t *testing.T) {
	_, errOut := program.Reads(t, "", analyzed("--cache", "none", clitest.Records+"nackgammon.mat", filepath.Join(collection(t), "1.mat"))...)
	clitest.Wants(t, errOut, "was trained for backgammon, but 1 match is of another variant\n")
}

func TestAnalyzeManyMistakes(t *testing.T) {
	dir := collection(t)
	for _, tt := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"missing", dir}, 1, "missing"},
		{[]string{dir, "-"}, 2, "standard input is one record"},
		{[]string{"--html", "page.html", dir}, 2, "--html is for the report of one record"},
		{[]string{"--game", "1", dir}, 2, "--game is for"},
		{[]string{"--trend", "0", dir}, 2, "--trend is 0"},
		{[]string{"--alias", "Ann", dir}, 2, `--alias is "Ann", want OTHER=NAME`},
		{[]string{"--alias", "A=B", "--alias", "A=C", dir}, 2, `counts "A" as "B" and as "C"`},
		{[]string{"--alias", "A=B", "--alias", "B=C", dir}, 2, `counts "A" as "B", and this as "C"`},
		{[]string{"--plot", "trend.eps", dir}, 2, "ends in .png, .svg or .pdf"},
		{[]string{"--jacoby-rule", "maybe", dir}, 2, "--jacoby-rule"},
		{[]string{"--candidates", "-1", dir}, 2, "--candidates is -1"},
		{[]string{"--plies", "-1", dir}, 2, "--plies"},
		{[]string{t.TempDir()}, 1, "no match in"},
	} {
		program.Fails(t, tt.code, tt.want, analyzed(tt.args...)...)
	}
}

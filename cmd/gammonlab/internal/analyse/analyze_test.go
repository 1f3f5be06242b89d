package analyse

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/internal/must"
)

// analyzed returns the command with the flags of the tests: a net whose figures
// never change.
func analyzed(more ...string) []string {
	return append([]string{"analyze", "--model", clitest.Tiny, "--bearoff", "none", "--workers", "2", "--plies", "0"}, more...)
}

func TestAnalyze(t *testing.T) {
	for _, tt := range []struct {
		name string
		args []string
	}{
		{"analyze-text", analyzed("--game", "1", "--by-game", "--limit", "3", "-")},
		{"analyze-keep-going", analyzed("--keep-going", "--threshold", "3000mEq", "-")},
		{"analyze-json", analyzed("--game", "1", "--candidates", "1", "--json", "-")},
	} {
		program.Golden(t, tt.name, clitest.Session, tt.args...)
	}
}

// Two plies are the default.
func TestAnalyzeLooksAhead(t *testing.T) {
	out, _ := program.Reads(t, clitest.Session, "analyze", "--model", clitest.Tiny, "--bearoff", "none", "--game", "1", "-")
	clitest.Wants(t, out, "\n2-ply, cubeful")
}

// Errors and close decisions are rolled out; the trials are kept, and used again.
func TestAnalyzeRollsOutErrors(t *testing.T) {
	cache := t.TempDir()
	args := analyzed("--rollout-errors", "--rollout", "preset=quick,trials=36,truncate=1,min-trials=36", "--rollout-close", "1mEq", "--cache", cache, "--game", "1", "-")
	out, _ := program.Reads(t, clitest.Session, args...)
	clitest.Wants(t, out, "0-ply, cubeful, ", " rolled out (0-ply, up to 36 trials each)", "(rolled out, ± 0.")
	text, _ := program.Reads(t, clitest.Session, append([]string{args[0], "--json"}, args[1:]...)...) // as the schema allows
	clitest.Wants(t, text, `"rollouts":{"decisions":`, `"rollout":{"trials":`, `"difference_standard_error":`)
	kept := must.Get(os.ReadDir(filepath.Join(cache, "rollouts")))(t)
	if again, _ := program.Reads(t, clitest.Session, args...); again != out || len(kept) == 0 {
		t.Errorf("%d rollouts are kept; again\n%s\nwant\n%s", len(kept), again, out)
	}
	for _, file := range kept {
		must.OK(t, os.WriteFile(filepath.Join(cache, "rollouts", file.Name()), []byte("no rollout"), 0o600))
	}
	program.FailsOn(t, clitest.Session, 1, ".rollout", args...)
	for want, bad := range map[string][]string{
		"--rollout-close is -0.1, want at least 0": {"--rollout-close", "-0.1"},
		`--rollout: unknown option "trails=3"`:     {"--rollout", "trails=3"},
		"--rollout: trials is 0, want 1 to":        {"--rollout", "trials=0"},
	} {
		program.FailsOn(t, clitest.Session, 2, want, analyzed(append(bad, "--rollout-errors", "-")...)...)
	}
}

// Plays and cube decisions have plies of their own, and so has luck; marks have bounds.
func TestAnalyzeSettings(t *testing.T) {
	out, _ := program.Reads(t, clitest.Session, analyzed("--game", "1", "--cubeplies", "1", "--luck-plies", "1", "-")...)
	clitest.Wants(t, out, "\n0-ply plays and 1-ply cube decisions, cubeful, 1-ply luck")
	usual, _ := program.Reads(t, clitest.Session, analyzed("--game", "1", "-")...)
	other, _ := program.Reads(t, clitest.Session, analyzed("--game", "1", "--close-within", "0.9", "--doubtful", "1mEq", "--bad", "2mEq", "-")...)
	for _, row := range []string{"  Doubtful ", "  Bad ", "  Close or actual ones "} {
		if lineWith(usual, row) == lineWith(other, row) {
			t.Errorf("the bounds do not change the row %q", lineWith(other, row))
		}
	}
	for want, bad := range map[string][]string{
		"--bad is 0.06, want more than --doubtful, 0.1":    {"--doubtful", "0.1"},
		"--close-within is -0.25, want more than 0":        {"--close-within", "-0.25"},
		"--luck-plies is 7, want 0 to 4 plies":             {"--luck-plies", "7"},
		"--cubeplies is 5, want 0 to 4 plies":              {"--cubeplies", "5"},
		"--very-lucky is 0.2, want more than --lucky, 0.3": {"--very-lucky", "0.2"},
	} {
		program.FailsOn(t, clitest.Session, 2, want, analyzed(append(bad, "-")...)...)
	}
}

// lineWith returns the first line of a text with the given part.
func lineWith(text, part string) string {
	_, after, _ := strings.Cut(text, part)
	line, _, _ := strings.Cut(after, "\n")
	return part + line
}

// The report states whether the Jacoby rule applies to a money session.
func TestAnalyzeJacoby(t *testing.T) {
	tagged := "; [Jacoby \"Off\"]\n" + clitest.Session
	for _, tt := range []struct {
		in   string
		args []string
		want string
	}{
		{clitest.Session, nil, "0-ply, cubeful, Jacoby rule assumed: the record does not state it\n"},
		{clitest.Session, []string{"--jacoby-rule", "on"}, "0-ply, cubeful, Jacoby rule\n"},
		{clitest.Session, []string{"--jacoby-rule", "off"}, "0-ply, cubeful, no Jacoby rule\n"},
		{tagged, nil, "0-ply, cubeful, no Jacoby rule\n"},
		{tagged, []string{"--jacoby-rule", "on"}, "0-ply, cubeful, Jacoby rule\n"},
		{clitest.Contest, nil, "0-ply, cubeful, match equities of Kazaross XG2\n"},
		{clitest.Session, []string{"--json"}, `"jacoby":true,"jacoby_assumed":true`},
		{clitest.Session, []string{"--json", "--jacoby-rule", "off"}, `"jacoby":false,"plies"`},
	} {
		out, _ := program.Reads(t, tt.in, analyzed(append(tt.args, "--game", "1", "-")...)...)
		clitest.Wants(t, out, tt.want)
	}
	// With the cube in the middle a gammon is worth something without the rule only.
	on, _ := program.Reads(t, clitest.Session, analyzed("--game", "1", "--json", "--jacoby-rule", "on", "-")...)
	off, _ := program.Reads(t, clitest.Session, analyzed("--game", "1", "--json", "--jacoby-rule", "off", "-")...)
	if on[strings.Index(on, `"games"`):] == off[strings.Index(off, `"games"`):] {
		t.Error("the rule makes no difference")
	}
	program.FailsOn(t, clitest.Contest, 2, "match", analyzed("--jacoby-rule", "on", "-")...)
	program.FailsOn(t, clitest.Session, 2, "want on or off", analyzed("--jacoby-rule", "maybe", "-")...)
}

func TestAnalyzeWritesAPage(t *testing.T) {
	page := filepath.Join(t.TempDir(), "page.html")
	out, errOut := program.Reads(t, clitest.Session, analyzed("--keep-going", "--html", page, "-")...)
	clitest.Wants(t, out, "Checker play")
	clitest.Wants(t, errOut, "decisions")
	clitest.Wants(t, clitest.File(t, page), "<!DOCTYPE html>", "Ann - Bob: money session, 2 games", "<svg ", "</html>")
}

func TestAnalyzeMistakes(t *testing.T) {
	for _, tt := range []struct {
		in   string
		code int
		want string
		args []string
	}{
		{clitest.Session, 1, "standard input: game 2, move 2", []string{"-"}},
		{"hello\n", 1, "standard input", []string{"-"}},
		{"", 1, "standard input", []string{"-"}},
		{"", 1, "missing.mat", []string{"missing.mat"}},
		{"", 2, "no file given", nil},
		{clitest.Session, 2, "--threshold", []string{"--threshold", "-1", "-"}},
		{clitest.Session, 2, "--limit", []string{"--limit", "-1", "-"}},
		{clitest.Session, 2, "--candidates", []string{"--candidates", "-1", "-"}},
		{clitest.Session, 2, "games 1 to 2", []string{"--game", "3", "-"}},
		{clitest.Session, 2, "such as 1,3-5", []string{"--game", "2-1", "-"}},
		{clitest.Session, 1, "--met: no match equity table", []string{"--met", "none", "-"}},
		{clitest.Session, 2, "--workers", []string{"--workers", "0", "-"}},
		{clitest.Session, 2, "not a directory", []string{"--game", "1", "--html", "analyze_test.go/x.html", "-"}},
	} {
		program.FailsOn(t, tt.in, tt.code, tt.want, analyzed(tt.args...)...)
	}
}

// Reports of a match and of a position have the format of their file's extension; an
// impossible report is refused before the work.
func TestExport(t *testing.T) {
	folder := t.TempDir()
	path := func(name string) string { return filepath.Join(folder, name) }
	program.Reads(t, clitest.Session, analyzed("--keep-going", "--export", path("a.pdf"), "--export", path("a.txt"), "--boards", "all", "-")...)
	text := clitest.File(t, path("a.txt"))
	clitest.Wants(t, text, "Ann - Bob: money session, 2 games\n===", "Statistics\n===")
	if n := strings.Count(text, "|BAR|"); n < 2 {
		t.Errorf("%d boards in\n%s", n, text)
	}
	program.OK(t, "hint", "--model", clitest.Tiny, "--bearoff", "none", "--dice", "31", "--export", path("h.tex"), "--export", path("h.png"), clitest.Start)
	for name, head := range map[string]string{"a.pdf": "%PDF-", "h.tex": `\documentclass`, "h.png": "\x89PNG"} {
		if got, err := os.ReadFile(path(name)); err != nil || !strings.HasPrefix(string(got), head) {
			t.Errorf("%s: %v, begins with %.20q", name, err, got)
		}
	}
	program.Reads(t, clitest.Session, analyzed("--game", "1", "--boards", "all", "--export", path("b.svg"), "-")...)
	for _, args := range [][]string{
		{"analyze", "--export", path("b.svg"), "no.mat"}, {"hint", "--export", path("h.png"), "4HPwATDgc/ABMA"},
		{"analyze", "--export", path("a.doc"), "no.mat"}, {"analyze", "--boards", "some", "no.mat"}, {"hint", "--export", path("h"), "4HPwATDgc/ABMA"},
	} {
		program.Fails(t, 2, args[1], args...)
	}
}

// The plays of --play are all searched to full depth, and no others; their values are those
// of a hint without a filter.
func TestHintPlays(t *testing.T) {
	hint := func(args ...string) map[string]any {
		var d map[string]any
		all := append([]string{"hint", "--model", clitest.Tiny, "--plies", "2", "--dice", "43", "--json"}, args...)
		must.OK(t, json.Unmarshal([]byte(program.OK(t, append(all, clitest.Start)...)), &d))
		return d
	}
	values := map[any]any{}
	for _, m := range hint("--filter", "all")["moves"].([]any) {
		values[m.(map[string]any)["move"]] = m.(map[string]any)["equity"]
	}
	moves := hint("--play", "6/3 6/2", "--play", "24/20 24/21")["moves"].([]any) // a bad play, which every filter cuts
	if len(moves) != 2 {
		t.Fatalf("%d moves", len(moves))
	}
	for i, m := range moves {
		m := m.(map[string]any)
		if m["plies"] != 2.0 || m["rank"] != float64(i+1) || m["equity"] != values[m["move"]] {
			t.Errorf("%v, want %v at 2 plies", m, values[m["move"]])
		}
	}
	program.Mistakes(t, "hint --model "+clitest.Tiny, []clitest.Mistake{
		{[]string{"--play", "8/5 6/5", clitest.Start}, 2, "--play needs --dice, or a position with dice"},
		{[]string{"--dice", "31", "--play", "8/5 6/4", clitest.Start}, 2, `--play: play "8/5 6/4" of 31`},
		{[]string{"--dice", "31", "--play", "8/5 6/5", "--play", "6/5 8/5", clitest.Start}, 2, "--play: 8/5 6/5 is named twice"},
		{[]string{"--dice", "31", "--play", "8/5 6/5", "--filter", "large", clitest.Start}, 2, "--filter has no effect with --play"},
		{[]string{"--rolls", "--play", "8/5 6/5", clitest.Start}, 2, "--play has no effect with --rolls"},
	})
}

// A hint for the position of each decision has the keys and values of the decision.
func TestHintAgrees(t *testing.T) {
	for _, file := range []string{"match5.mat", "money.mat"} {
		out, _ := program.Reads(t, "", analyzed("--candidates", "0", "--json", filepath.Join("../../../../engine/analysis/testdata", file))...)
		var report struct {
			Games []struct{ Decisions []map[string]any }
		}
		must.OK(t, json.Unmarshal([]byte(out), &report))
		var all []map[string]any
		var ids strings.Builder
		kinds := map[any]int{}
		for _, g := range report.Games {
			for _, d := range g.Decisions {
				all = append(all, d)
				kinds[d["kind"]]++
				ids.WriteString(strings.Replace(d["xgid"].(string), ":D:", ":00:", 1) + "\n") // a hint is for the double, not for the answer
			}
		}
		hints, _ := program.Reads(t, ids.String(), "hint", "--model", clitest.Tiny, "--bearoff", "none", "--cubeful", "--json", "-")
		decoder := json.NewDecoder(strings.NewReader(hints))
		for _, d := range all {
			var hint map[string]any
			must.OK(t, decoder.Decode(&hint))
			for key, want := range hint {
				if key != "race" && !reflect.DeepEqual(d[key], want) { // an analysis does not count races
					t.Errorf("%s: %s is %v, in the analysis %v", d["xgid"], key, want, d[key])
				}
			}
		}
		if kinds["play"] < 50 || kinds["double"] < 20 || kinds["answer"] < 1 {
			t.Errorf("%s: compared %v", file, kinds)
		}
	}
}

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/internal/must"
)

// session is a short money session with an illegal play in its second game.
const session = ` 0 point match

 Game 1
 Ann : 0                        Bob : 0
  1) 31: 24/23 13/10             62: 24/18 13/11
  2) 55: 13/3 13/3               41: 13/9 6/5
  3)  Doubles => 2                Drops
      Wins 1 point

 Game 2
 Ann : 1                        Bob : 0
  1) 42: 8/4 6/4                 51: 13/8 24/23
  2) 65: 24/12
      Wins 1 point
`

// analyzed returns the command with the flags of the tests: a net whose figures
// never change.
func analyzed(more ...string) []string {
	return append([]string{"analyze", "--model", tiny, "--bearoff", "none", "--workers", "2", "--plies", "0"}, more...)
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
		out, errOut, code := command(t, session, tt.args...)
		if code != exitOK {
			t.Fatalf("%s: exit code %d: %s", tt.name, code, errOut)
		}
		golden(t, tt.name, out)
	}
}

// Two plies are the default.
func TestAnalyzeLooksAhead(t *testing.T) {
	out, errOut, code := command(t, session, "analyze", "--model", tiny, "--bearoff", "none", "--game", "1", "-")
	if code != exitOK || !strings.Contains(out, "\n2-ply, cubeful") {
		t.Errorf("exit code %d, output %q, errors %q", code, out, errOut)
	}
}

// A player with the judge's own net has no errors by this judge: the report mentions
// this and has no rating.
func TestAnalyzeOfTheJudge(t *testing.T) {
	folder := t.TempDir()
	_, errOut, code := command(t, "", "bench", "match", "--a", "net:"+tiny, "--b", "net:"+tiny+",noise=0.3",
		"--match", "3", "--games", "2", "--save", folder, "--bearoff", "none")
	if code != exitOK {
		t.Fatalf("bench match: exit code %d: %s", code, errOut)
	}
	file, page := filepath.Join(folder, "000001a.mat"), filepath.Join(folder, "page.html")
	out, errOut, code := command(t, "", analyzed("--by-game", "--html", page, file)...)
	html, err := os.ReadFile(page)
	if code != exitOK || err != nil {
		t.Fatalf("exit code %d, errors %s, %v", code, errOut, err)
	}
	for _, want := range []string{"not judged: it is the judge", "made the judge&#39;s own choice in each of "} {
		for where, text := range map[string]string{"text": strings.ReplaceAll(out, "'", "&#39;"), "page": string(html)} {
			if !strings.Contains(text, want) {
				t.Errorf("the %s has no %q:\n%.4000s", where, want, text)
			}
		}
	}
	if strings.Contains(out, "2050") {
		t.Errorf("the judge has a rating:\n%s", out)
	}
	text, _, code := command(t, "", analyzed("--json", file)...)
	if code != exitOK || !strings.Contains(text, `"is_judge":true`) || !strings.Contains(text, `"is_judge":false`) {
		t.Errorf("exit code %d, JSON without the judge", code)
	}
	out, errOut, code = command(t, text, "rating", "predict", "-")
	if code != exitOK || strings.Contains(out, "net_testdata_tiny.safetensors\n") || !strings.Contains(errOut, "the player is their judge") {
		t.Errorf("rating predict: exit code %d, output %q, errors %q", code, out, errOut)
	}
	both := strings.ReplaceAll(text, `"is_judge":false`, `"is_judge":true`)
	if _, errOut, code := command(t, both, "rating", "predict", "-"); code != exitFailed || !strings.Contains(errOut, "every player is the judge") {
		t.Errorf("rating predict of judges alone: exit code %d, errors %q", code, errOut)
	}
}

// The report states whether the Jacoby rule applies to a money session.
func TestAnalyzeJacoby(t *testing.T) {
	tagged := "; [Jacoby \"Off\"]\n" + session
	for _, tt := range []struct {
		in   string
		args []string
		want string
	}{
		{session, nil, "0-ply, cubeful, Jacoby rule assumed: the record does not state it\n"},
		{session, []string{"--jacoby-rule", "on"}, "0-ply, cubeful, Jacoby rule\n"},
		{session, []string{"--jacoby-rule", "off"}, "0-ply, cubeful, no Jacoby rule\n"},
		{tagged, nil, "0-ply, cubeful, no Jacoby rule\n"},
		{tagged, []string{"--jacoby-rule", "on"}, "0-ply, cubeful, Jacoby rule\n"},
		{contest, nil, "0-ply, cubeful, match equities of Kazaross XG2\n"},
		{session, []string{"--json"}, `"jacoby":true,"jacoby_assumed":true`},
		{session, []string{"--json", "--jacoby-rule", "off"}, `"jacoby":false,"plies"`},
	} {
		out, errOut, code := command(t, tt.in, analyzed(append(tt.args, "--game", "1", "-")...)...)
		if code != exitOK || !strings.Contains(out, tt.want) {
			t.Errorf("%q: exit code %d, errors %q, want %q in\n%.400s", tt.args, code, errOut, tt.want, out)
		}
	}
	// With the cube in the middle a gammon is worth something without the rule only.
	on, _, _ := command(t, session, analyzed("--game", "1", "--json", "--jacoby-rule", "on", "-")...)
	off, _, _ := command(t, session, analyzed("--game", "1", "--json", "--jacoby-rule", "off", "-")...)
	if on[strings.Index(on, `"games"`):] == off[strings.Index(off, `"games"`):] {
		t.Error("the rule makes no difference")
	}
	if _, errOut, code := command(t, contest, analyzed("--jacoby-rule", "on", "-")...); code != exitUsage || !strings.Contains(errOut, "match") {
		t.Errorf("in a match: exit code %d, errors %q", code, errOut)
	}
	if _, errOut, code := command(t, session, analyzed("--jacoby-rule", "maybe", "-")...); code != exitUsage || !strings.Contains(errOut, "want on or off") {
		t.Errorf("another word: exit code %d, errors %q", code, errOut)
	}
}

func TestAnalyzeWritesAPage(t *testing.T) {
	page := filepath.Join(t.TempDir(), "page.html")
	out, errOut, code := command(t, session, analyzed("--keep-going", "--html", page, "-")...)
	if code != exitOK || !strings.Contains(out, "Checker play") || !strings.Contains(errOut, "decisions") {
		t.Fatalf("exit code %d, output %q, errors %q", code, out, errOut)
	}
	text := must.Get(os.ReadFile(page))(t)
	for _, want := range []string{"<!DOCTYPE html>", "Ann - Bob: money session, 2 games", "<svg ", "</html>"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the page has no %s", want)
		}
	}
}

func TestAnalyzeMistakes(t *testing.T) {
	for _, tt := range []struct {
		name, in string
		args     []string
		code     int
		want     string
	}{
		{"illegal play", session, analyzed("-"), exitFailed, "standard input: game 2, move 2"},
		{"no record", "hello\n", analyzed("-"), exitFailed, "standard input"},
		{"empty input", "", analyzed("-"), exitFailed, "standard input"},
		{"no file", "", analyzed("missing.mat"), exitFailed, "missing.mat"},
		{"no argument", "", analyzed(), exitUsage, "no file given"},
		{"threshold", session, analyzed("--threshold", "-1", "-"), exitUsage, "--threshold"},
		{"limit", session, analyzed("--limit", "-1", "-"), exitUsage, "--limit"},
		{"candidates", session, analyzed("--candidates", "-1", "-"), exitUsage, "--candidates"},
		{"game", session, analyzed("--game", "3", "-"), exitUsage, "games 1 to 2"},
		{"games", session, analyzed("--game", "2-1", "-"), exitUsage, "such as 1,3-5"},
		{"table", session, analyzed("--met", "none", "-"), exitUsage, "--met"},
		{"workers", session, analyzed("--workers", "0", "-"), exitUsage, "--workers"},
		{"page", session, analyzed("--game", "1", "--html", "analyze_test.go/x.html", "-"), exitUsage, "not a directory"},
	} {
		out, errOut, code := command(t, tt.in, tt.args...)
		if code != tt.code || out != "" || !strings.Contains(errOut, tt.want) {
			t.Errorf("%s: exit code %d, output %q, errors %q", tt.name, code, out, errOut)
		}
	}
}

// Reports of a match and of a position have the format of their file's extension; an
// impossible report is refused before the work.
func TestExport(t *testing.T) {
	folder := t.TempDir()
	path := func(name string) string { return filepath.Join(folder, name) }
	_, errOut, code := command(t, session, analyzed("--keep-going", "--export", path("a.pdf"), "--export", path("a.txt"), "--boards", "all", "-")...)
	text, err := os.ReadFile(path("a.txt"))
	if code != exitOK || err != nil || !strings.Contains(string(text), "Ann - Bob: money session, 2 games\n===") {
		t.Errorf("exit code %d, %v, errors %s, text:\n%s", code, err, errOut, text)
	}
	if strings.Count(string(text), "|BAR|") < 2 || !strings.Contains(string(text), "Statistics\n===") {
		t.Errorf("no boards or no statistics in:\n%s", text)
	}
	_, errOut, code = command(t, "", "hint", "--model", tiny, "--bearoff", "none", "--dice", "31", "--export", path("h.tex"), "--export", path("h.png"), "4HPwATDgc/ABMA")
	if code != exitOK {
		t.Fatalf("hint: exit code %d, errors %s", code, errOut)
	}
	for name, head := range map[string]string{"a.pdf": "%PDF-", "h.tex": `\documentclass`, "h.png": "\x89PNG"} {
		if got, err := os.ReadFile(path(name)); err != nil || !strings.HasPrefix(string(got), head) {
			t.Errorf("%s: %v, begins with %.20q", name, err, got)
		}
	}
	_, errOut, code = command(t, session, analyzed("--game", "1", "--boards", "all", "--export", path("b.svg"), "-")...)
	if code != exitOK {
		t.Errorf("boards as pictures: exit code %d, errors %s", code, errOut)
	}
	for _, args := range [][]string{
		{"analyze", "--export", path("b.svg"), "no.mat"}, {"hint", "--export", path("h.png"), "4HPwATDgc/ABMA"},
		{"analyze", "--export", path("a.doc"), "no.mat"}, {"analyze", "--boards", "some", "no.mat"}, {"hint", "--export", path("h"), "4HPwATDgc/ABMA"},
	} {
		if _, errOut, code := command(t, "", args...); code != exitUsage || !strings.Contains(errOut, args[1]) {
			t.Errorf("%q: exit code %d, errors %s", args, code, errOut)
		}
	}
}

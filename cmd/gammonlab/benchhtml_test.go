package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/internal/digest"
	"gammonlab/internal/must"
	"gammonlab/internal/pagetest"
)

// htmlPage runs a command with --html and returns the page.
func htmlPage(t *testing.T, args ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "page.html")
	if _, errOut, code := command(t, "", append(args, "--html", path)...); code != exitOK {
		t.Fatalf("%v: exit code %d\n%s", args, code, errOut)
	}
	text := must.Get(os.ReadFile(path))(t)
	if err := pagetest.Check(string(text)); err != nil {
		t.Errorf("%v: %v", args, err)
	}
	return string(text)
}

// TestMatchPage checks the page of a match: it does not depend on the number of
// workers or on a resumption, and contains the command that makes it.
func TestMatchPage(t *testing.T) {
	args := []string{"bench", "match", "--a", "net:" + tiny, "--b", "net:" + tiny + ",noise=0.05", "--games", "12", "--seed", "5",
		"--cubeful", "--luck", "a", "--judge", "0", "--jacoby=false"}
	want := htmlPage(t, append(args, "--workers", "1")...)
	if got := htmlPage(t, append(args, "--workers", "3", "--json", "--results", filepath.Join(t.TempDir(), "r"))...); got != want {
		t.Error("3 workers give another page")
	}
	for _, text := range []string{
		"gammonlab bench match --a=net:" + tiny + " --b=net:" + tiny + ",noise=0.05 --games=12 --cubeful --jacoby=false --seed=5 --luck=a --judge=0\n",
		"<th>b, contents</th>", "<th>luck, contents</th>", "<th>judge-model, contents</th>", "<figure>",
	} {
		if !strings.Contains(strings.ReplaceAll(strings.ReplaceAll(want, "&#43;", "+"), "</pre>", "\n"), text) {
			t.Errorf("%q is missing in\n%s", text, want[strings.Index(want, "<h2>Settings"):])
		}
	}
}

// TestSPRTPage checks the page of a test: it does not depend on the number of
// workers, or on games in a file of results.
func TestSPRTPage(t *testing.T) {
	args := []string{"bench", "sprt", "--a", "pubeval", "--b", "random", "--bearoff", "none", "--equity", "0,0.5", "--seed", "3"}
	want := htmlPage(t, append(args, "--workers", "1")...)
	results := filepath.Join(t.TempDir(), "results")
	if _, errOut, code := command(t, "", append(args, "--max-games", "4", "--results", results)...); code != exitOK {
		t.Fatal(errOut)
	}
	for range 2 { // the second time all games are in the file
		if got := htmlPage(t, append(args, "--workers", "3", "--results", results)...); got != want {
			t.Error("3 workers and a file of results give another page")
		}
	}
	for _, text := range []string{
		"A (pubeval) is better than B (random).", "H1 accepted", "How the test decided", "<figure>",
		"gammonlab bench sprt --a=pubeval --b=random --equity=0,0.5 --bearoff=none --seed=3<",
	} {
		if !strings.Contains(want, text) {
			t.Errorf("%q is missing", text)
		}
	}
}

func TestTournamentPage(t *testing.T) {
	args := []string{"bench", "tournament", "--players", "random,net:" + tiny + ",pubeval", "--bearoff", "none", "--games", "40"}
	want := htmlPage(t, append(args, "--workers", "1")...)
	if got := htmlPage(t, append(args, "--workers", "3")...); got != want {
		t.Error("3 workers give another page")
	}
	for _, text := range []string{
		"Tournament of 3 players", "The results do not show which player is the strongest.", "120 games", `<td class="text">random</td>`, ", SHA-256", "<figure>",
		"gammonlab bench tournament --players=random,net:" + tiny + ",pubeval --games=40 --bearoff=none<",
	} {
		if !strings.Contains(want, text) {
			t.Errorf("%q is missing", text)
		}
	}
	two := []string{"bench", "tournament", "--players", "random,pubeval", "--bearoff", "none", "--games", "40"}
	if !strings.Contains(htmlPage(t, two...), "<strong>pubeval is the strongest.</strong>") {
		t.Error("pubeval is not the strongest of two")
	}
	if again := htmlPage(t, append(args, "--results", filepath.Join(t.TempDir(), "r"))...); strings.Contains(again, "gammonlab bench tournament") {
		t.Error("the page of a file of results has a command")
	}
}

// TestPositionsPage checks the page of two players' answers: it does not depend
// on the number of workers, and contains the command with both players and the
// file.
func TestPositionsPage(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a file.jsonl")
	if _, errOut, code := command(t, "", shortBuild(file)...); code != exitOK {
		t.Fatal(errOut)
	}
	sum := must.Get(digest.File(file))(t)
	args := []string{"bench", "positions", "run", "--bearoff", "none", "--player", "net:" + tiny + ",noise=0.1", "--player", "pubeval"}
	page := func(more ...string) string { return htmlPage(t, append(args, more...)...) }
	standard := page("--workers", "1")
	if page("--workers", "3", "--json", "--worst", "3") != standard {
		t.Error("3 workers give another page")
	}
	path := filepath.Join(t.TempDir(), "page.html")
	if _, errOut, code := command(t, "", append(args, "--html", path, file)...); code != exitOK {
		t.Fatal(errOut)
	}
	ofFile := must.Get(os.ReadFile(path))(t)
	text := standard + string(ofFile)
	for _, want := range []string{
		"errs least in checker play.", "the one that comes with the program", "<th>player, contents</th>", "<figure>",
		"<td>" + sum + "</td>", "--player=net:" + tiny + ",noise=0.1 --player=pubeval --bearoff=none<",
		"--player=pubeval --bearoff=none &#39;" + file + "&#39;<",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing", want)
		}
	}
	if n := strings.Count(standard, `<section class="card`); n != 20 {
		t.Errorf("%d boards, want 20", n)
	}
}

func TestPagesAreRefused(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	must.OK(t, os.WriteFile(file, nil, 0o666))
	for path, want := range map[string]string{
		dir: "is a folder, want a file", filepath.Join(file, "page.html"): "not a directory",
	} {
		out, errOut, code := command(t, "", "bench", "match", "--a", "pubeval", "--b", "random", "--games", "2", "--html", path)
		if code != exitUsage || out != "" || !strings.Contains(errOut, want) {
			t.Errorf("%s: exit code %d, %q in\n%s%s", path, code, want, out, errOut)
		}
	}
}

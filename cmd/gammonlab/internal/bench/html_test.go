package bench

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/internal/digest"
	"gammonlab/internal/must"
	"gammonlab/internal/pagetest"
)

// htmlPage runs a command with --html and returns the page.
func htmlPage(t *testing.T, args ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "page.html")
	program.OK(t, append(args, "--html", path)...)
	text := clitest.File(t, path)
	if err := pagetest.Check(text); err != nil {
		t.Errorf("%v: %v", args, err)
	}
	return text
}

// TestMatchPage checks the page of a match: it does not depend on the number of
// workers or on a resumption, and contains the command that makes it.
func TestMatchPage(t *testing.T) {
	slow(t)
	args := []string{"bench", "match", "--a", "net:" + clitest.Tiny, "--b", "net:" + clitest.Tiny + ",noise=0.05", "--games", "12", "--seed", "5",
		"--cubeful", "--luck", "a", "--judge", "0", "--jacoby=false"}
	want := htmlPage(t, append(args, "--workers", "1")...)
	if got := htmlPage(t, append(args, "--workers", "3", "--json", "--results", filepath.Join(t.TempDir(), "r"))...); got != want {
		t.Error("3 workers give another page")
	}
	for _, text := range []string{
		"gammonlab bench match --a=net:" + clitest.Tiny + " --b=net:" + clitest.Tiny + ",noise=0.05 --games=12 --cubeful --jacoby=false --seed=5 --luck=a --judge=0\n",
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
	program.OK(t, append(args, "--max-games", "4", "--results", results)...)
	for range 2 { // the second time all games are in the file
		if got := htmlPage(t, append(args, "--workers", "3", "--results", results)...); got != want {
			t.Error("3 workers and a file of results give another page")
		}
	}
	for _, text := range []string{
		"A (pubeval) is better than B (random).", "H1 accepted", "How the test decided", "<figure>",
		"gammonlab bench sprt --a=pubeval --b=random --equity=0,0.5 --bearoff=none --seed=3<",
	} {
		clitest.Wants(t, want, text)
	}
}

func TestTournamentPage(t *testing.T) {
	args := []string{"bench", "tournament", "--players", "random,net:" + clitest.Tiny + ",pubeval", "--bearoff", "none", "--games", "40", "--seed", "2"}
	want := htmlPage(t, append(args, "--workers", "1")...)
	if got := htmlPage(t, append(args, "--workers", "3")...); got != want {
		t.Error("3 workers give another page")
	}
	for _, text := range []string{
		"Tournament of 3 players", "The results do not show which player is the strongest.", "120 games", `<tr><th>3</th><td class="text">random</td>`, ", SHA-256", "<figure>",
		"gammonlab bench tournament --players=random,net:" + clitest.Tiny + ",pubeval --games=40 --bearoff=none --seed=2<",
	} {
		clitest.Wants(t, want, text)
	}
	two := []string{"bench", "tournament", "--players", "random,pubeval", "--bearoff", "none", "--games", "40"}
	clitest.Wants(t, htmlPage(t, two...), "<strong>pubeval is the strongest.</strong>")
	if again := htmlPage(t, append(args, "--results", filepath.Join(t.TempDir(), "r"))...); strings.Contains(again, "gammonlab bench tournament") {
		t.Error("the page of a file of results has a command")
	}
}

// TestPositionsPage checks the page of two players' answers: it does not depend
// on the number of workers, and contains the command with both players and the
// file.
func TestPositionsPage(t *testing.T) {
	slow(t)
	file := filepath.Join(t.TempDir(), "a file.jsonl")
	program.OK(t, shortBuild(file)...)
	sum := must.Get(digest.File(file))(t)
	args := []string{"bench", "positions", "run", "--bearoff", "none", "--player", "net:" + clitest.Tiny + ",noise=0.1", "--player", "pubeval"}
	page := func(more ...string) string { return htmlPage(t, append(args, more...)...) }
	standard := page("--workers", "1")
	if page("--workers", "3", "--json", "--worst", "3") != standard {
		t.Error("3 workers give another page")
	}
	path := filepath.Join(t.TempDir(), "page.html")
	program.OK(t, append(args, "--html", path, file)...)
	ofFile := must.Get(os.ReadFile(path))(t)
	text := standard + string(ofFile)
	clitest.Wants(t, text,
		"errs least in checker play.", "the one that comes with the program", "<th>player, contents</th>", "<figure>",
		"<td>"+sum+"</td>", "--player=net:"+clitest.Tiny+",noise=0.1 --player=pubeval --bearoff=none<",
		"--player=pubeval --bearoff=none &#39;"+file+"&#39;<",
	)
	if n := strings.Count(standard, `<section class="card`); n != 20 {
		t.Errorf("%d boards, want 20", n)
	}
}

func TestPagesAreRefused(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	clitest.Write(t, file, "")
	for path, want := range map[string]string{
		dir: "is a folder, want a file", filepath.Join(file, "page.html"): "not a directory",
	} {
		program.Fails(t, 2, want, "bench", "match", "--a", "pubeval", "--b", "random", "--games", "2", "--html", path)
	}
}

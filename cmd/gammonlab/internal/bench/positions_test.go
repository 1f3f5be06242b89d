package bench

import (
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/evalbench/positions"
)

// shortBuild returns the arguments for a small benchmark.
func shortBuild(out string, more ...string) []string {
	return append([]string{"bench", "positions", "build", "--out", out, "--player", "net:" + clitest.Tiny, "--model", clitest.Tiny, "--bearoff", "none",
		"--decisions", "4", "--cubes", "1", "--trials", "36", "--truncate", "3", "--candidates", "2", "--variance-reduction", "off"}, more...)
}

// A benchmark and a file for gnubg's nets are built, and the answers of players
// to both are scored.
func TestPositions(t *testing.T) {
	slow(t)
	dir := t.TempDir()
	file, bm := filepath.Join(dir, "some.jsonl"), filepath.Join(dir, "some.bm")
	if out := program.OK(t, shortBuild(file, "--bm", bm)...); out != file+": 4 rolls and 1 cubes\n" {
		t.Errorf("got %q", out)
	}
	var built positions.Built
	program.JSON(t, &built, shortBuild(filepath.Join(dir, "other.jsonl"), "--json")...)
	if built.Rolls != 4 || built.Cubes != 1 || built.Made["trials"] != "36" {
		t.Errorf("as JSON %+v", built)
	}
	program.Fails(t, 2, "already exists", shortBuild(file)...)
	for _, name := range []string{file, bm} {
		var report struct {
			Players []struct {
				Name  string
				Rates []struct {
					Kind, Group string
					Questions   int
				}
			}
		}
		program.JSON(t, &report, "bench", "positions", "run", name, "--json",
			"--player", "net:"+clitest.Tiny, "--player", "pubeval", "--plies", "0", "--plies", "1")
		if len(report.Players) != 3 || report.Players[1].Name != "net:"+clitest.Tiny+",plies=1" || report.Players[2].Name != "pubeval" {
			t.Fatalf("%s: players %+v", name, report.Players)
		}
		for _, p := range report.Players {
			if r := p.Rates[0]; r.Kind != "play" || r.Group != "all" || r.Questions != 4 {
				t.Errorf("%s: %s: %+v, want 4 plays first", name, p.Name, r)
			}
		}
	}
}

// Games begin in the positions of databases and lists.
func TestPositionsFromPools(t *testing.T) {
	dir := t.TempDir()
	database, list := clitest.Played(t, 100), filepath.Join(dir, "list.txt")
	clitest.Write(t, list, "zx8AAFVozwSgSQ\n")
	var built positions.Built
	program.JSON(t, &built, shortBuild(filepath.Join(dir, "some.jsonl"), "--json",
		"--starts", database, "--starts", list+"=0.5", "--opening", "0.25")...)
	if got := built.Made["starts"]; !strings.HasPrefix(got, "opening 0.25, 1 of ") || !strings.Contains(got, ", 0.5 of 1 positions, sha256 ") {
		t.Errorf("starts: %q", got)
	}
}

// The benchmark in the program separates players of different strength.
func TestPositionsStandard(t *testing.T) {
	slow(t)
	clitest.Wants(t, program.OK(t, "bench", "positions", "run", "--bearoff", "none", "--player", "random", "--player", "net:"+clitest.Tiny+",noise=0.01", "--worst", "1"), "checker play", "checker play, crashed", "than the first", "random, number 1", "in place of", "On roll")
}

func TestPositionsUsage(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "out")
	program.Mistakes(t, "bench positions", []clitest.Mistake{
		{[]string{"build"}, 2, "--out"},
		{[]string{"build", "--out", out, "extra"}, 2, "extra"},
		{[]string{"build", "--out", out, "--decisions", "3", "--quota", "race=3"}, 2, "--decisions has no effect with --quota"},
		{[]string{"build", "--out", out, "--quota", "race"}, 2, "--quota"},
		{[]string{"build", "--out", out, "--player", "nobody"}, 2, "--player"},
		{[]string{"build", "--out", out, "--decisions", "0"}, 2, "at least 1 decision"},
		{[]string{"build", "--out", out, "--variance-reduction", "some"}, 2, "--variance-reduction"},
		{[]string{"build", "--out", out, "--starts", filepath.Join(dir, "none")}, 1, "none"},
		{[]string{"run", filepath.Join(dir, "none")}, 1, "none"},
		{[]string{"run", "--worst", "-1"}, 2, "--worst"},
		{[]string{"run", "--player", "net:" + clitest.Tiny, "--plies", "x"}, 2, "plies"},
		{[]string{"run", clitest.Tiny}, 1, "tiny.safetensors"},
	})
	if clitest.Exists(out) {
		t.Error("a command that failed has made a file")
	}
}

package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/internal/evalbench/positions"
	"gammonlab/internal/must"
)

// shortBuild returns the arguments for a small benchmark.
func shortBuild(out string, more ...string) []string {
	return append([]string{"bench", "positions", "build", "--out", out, "--player", "net:" + tiny, "--model", tiny, "--bearoff", "none",
		"--decisions", "4", "--cubes", "1", "--trials", "36", "--truncate", "3", "--candidates", "2", "--variance-reduction", "off"}, more...)
}

// A benchmark and a file for gnubg's nets are built, and the answers of players
// to both are scored.
func TestBenchPositions(t *testing.T) {
	dir := t.TempDir()
	file, bm := filepath.Join(dir, "some.jsonl"), filepath.Join(dir, "some.bm")
	out, errOut, code := command(t, "", shortBuild(file, "--bm", bm)...)
	if code != exitOK || out != file+": 4 rolls and 1 cubes\n" {
		t.Fatalf("exit code %d, %q, %s", code, out, errOut)
	}
	out, errOut, code = command(t, "", shortBuild(filepath.Join(dir, "other.jsonl"), "--json")...)
	var built positions.Built
	if err := json.Unmarshal([]byte(out), &built); err != nil || code != exitOK || built.Rolls != 4 || built.Cubes != 1 || built.Made["trials"] != "36" {
		t.Errorf("as JSON: exit code %d, %v, %s, %s", code, err, out, errOut)
	}
	if _, errOut, code := command(t, "", shortBuild(file)...); code != exitUsage || !strings.Contains(errOut, "already exists") {
		t.Errorf("once more: exit code %d, %s", code, errOut)
	}
	for _, name := range []string{file, bm} {
		out, errOut, code := command(t, "", "bench", "positions", "run", name, "--json",
			"--player", "net:"+tiny, "--player", "pubeval", "--plies", "0", "--plies", "1")
		if code != exitOK {
			t.Fatalf("%s: exit code %d, %s", name, code, errOut)
		}
		var report struct {
			Players []struct {
				Name  string
				Rates []struct {
					Kind, Class string
					Questions   int
				}
			}
		}
		must.OK(t, json.Unmarshal([]byte(out), &report))
		if len(report.Players) != 3 || report.Players[1].Name != "net:"+tiny+",plies=1" || report.Players[2].Name != "pubeval" {
			t.Fatalf("%s: players %+v", name, report.Players)
		}
		for _, p := range report.Players {
			if r := p.Rates[0]; r.Kind != "play" || r.Class != "all" || r.Questions != 4 {
				t.Errorf("%s: %s: %+v, want 4 plays first", name, p.Name, r)
			}
		}
	}
}

// Games begin in the positions of databases and lists.
func TestBenchPositionsFromPools(t *testing.T) {
	dir := t.TempDir()
	database, list := filepath.Join(dir, "odd.parquet"), filepath.Join(dir, "list.txt")
	if _, errOut, code := command(t, "", "dataset", "generate", "--out", database, "--player", "random", "--odd",
		"--random-plies", "2-10", "--games", "100"); code != exitOK {
		t.Fatal(errOut)
	}
	must.OK(t, os.WriteFile(list, []byte("zx8AAFVozwSgSQ\n"), 0o666))
	out, errOut, code := command(t, "", shortBuild(filepath.Join(dir, "some.jsonl"), "--json",
		"--starts", database, "--starts", list+"=0.5", "--opening", "0.25")...)
	var built positions.Built
	if err := json.Unmarshal([]byte(out), &built); err != nil || code != exitOK {
		t.Fatalf("exit code %d, %v, %s", code, err, errOut)
	}
	if got := built.Made["starts"]; !strings.HasPrefix(got, "opening 0.25, 1 of ") || !strings.Contains(got, ", 0.5 of 1 positions, sha256 ") {
		t.Errorf("starts: %q", got)
	}
}

// The benchmark in the program separates players of different strength.
func TestBenchPositionsStandard(t *testing.T) {
	out := succeed(t, "bench", "positions", "run", "--bearoff", "none", "--player", "random", "--player", "net:"+tiny+",noise=0.01", "--worst", "1")
	for _, want := range []string{"checker play", "checker play, crashed", "than the first", "random, number 1", "in place of", "On roll"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in\n%s", want, out)
		}
	}
}

func TestBenchPositionsUsage(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "out")
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"build"}, exitUsage, "--out"},
		{[]string{"build", "--out", out, "extra"}, exitUsage, "extra"},
		{[]string{"build", "--out", out, "--decisions", "3", "--quota", "race=3"}, exitUsage, "--decisions has no effect with --quota"},
		{[]string{"build", "--out", out, "--quota", "race"}, exitUsage, "--quota"},
		{[]string{"build", "--out", out, "--player", "nobody"}, exitUsage, "--player"},
		{[]string{"build", "--out", out, "--decisions", "0"}, exitUsage, "at least 1 decision"},
		{[]string{"build", "--out", out, "--variance-reduction", "some"}, exitUsage, "--variance-reduction"},
		{[]string{"build", "--out", out, "--starts", filepath.Join(dir, "none")}, exitFailed, "none"},
		{[]string{"run", filepath.Join(dir, "none")}, exitFailed, "none"},
		{[]string{"run", "--worst", "-1"}, exitUsage, "--worst"},
		{[]string{"run", "--player", "net:" + tiny, "--plies", "x"}, exitUsage, "plies"},
		{[]string{"run", "testdata/tiny.safetensors"}, exitFailed, "tiny.safetensors"},
	} {
		_, errOut, code := command(t, "", append([]string{"bench", "positions"}, c.args...)...)
		if code != c.code || !strings.Contains(errOut, c.want) {
			t.Errorf("%v: exit code %d, %s, want %d, %s", c.args, code, errOut, c.code, c.want)
		}
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("a command that failed has made a file")
	}
}

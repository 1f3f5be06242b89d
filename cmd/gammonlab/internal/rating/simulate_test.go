package rating

import (
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/internal/must"
	"gammonlab/rating/simulate"
)

// TestSimulate plays a small study, in one go and with interruptions.
func TestSimulate(t *testing.T) {
	dir := t.TempDir()
	args := func(out string, more ...string) []string {
		return append([]string{"rating", "simulate", "--study", "1", "--matches", "3", "--lengths", "1,2", "--model", clitest.Tiny,
			"--bearoff", "none", "--seed", "7", "--out", out}, more...)
	}
	whole, parts := filepath.Join(dir, "whole.parquet"), filepath.Join(dir, "parts.parquet")
	out, errOut := program.Reads(t, "", args(whole, "--workers", "2")...)
	clitest.Wants(t, out, "whole.parquet: 36 matches, SHA-256 ")
	clitest.Wants(t, errOut, "36/36 matches")
	program.InPieces(t, args(parts, "--workers", "1")...)
	if clitest.File(t, whole) != clitest.File(t, parts) {
		t.Error("the interrupted run made another file")
	}
	study := must.Get(simulate.Read(whole))(t)
	if study.Model.Name != filepath.Base(clitest.Tiny) || len(study.Digests) != 1 || study.Seed != 7 {
		t.Errorf("model %q, digests %q, seed %d", study.Model.Name, study.Digests, study.Seed)
	}
	program.Fails(t, 2, "whole.parquet already exists", args(whole, "--seed", "8")...)
}

// --grid accepts the output of --show.
func TestSimulateShow(t *testing.T) {
	grid := program.OK(t, "rating", "simulate", "--study", "appendix", "--show", "--matches", "2")
	path := filepath.Join(t.TempDir(), "grid.json")
	clitest.Write(t, path, grid)
	if again := program.OK(t, "rating", "simulate", "--grid", path, "--show"); again != grid {
		t.Errorf("printed\n%s", again)
	}
}

func TestSimulateErrors(t *testing.T) {
	dir := t.TempDir()
	bad := filepath.Join(dir, "bad.json")
	clitest.Write(t, bad, `{"name": "x", "noise": 1}`)
	grid, out := filepath.Join(dir, "grid.json"), filepath.Join(dir, "out.parquet")
	clitest.Write(t, grid, "{\"name\": \"x\", \"lengths\": [1],\n\"matches\": 2,\n\"pairs\": [{\"a\": {\"name\": \"a\",\n\"checker\": 2}, \"b\": {\"name\": \"b\"}}]}")
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"", 2, "want --study or --grid"},
		{"--study 1 --grid x", 2, "want --study or --grid"},
		{"--study 3", 2, `--study: "3", want one of 1, 2, appendix`},
		{"--study 1", 2, "--out is required"},
		{"--study 1 --out " + out + " more", 2, `unexpected argument "more"`},
		{"--study 1 --lengths 3,x --out " + out, 2, `--lengths: "x" is not a whole number`},
		{"--study 1 --lengths 65 --out " + out, 2, "--lengths has a length of 65 points, want 1 to 64"},
		{"--study 1 --lengths 3,3 --out " + out, 2, "--lengths has 3 twice"},
		{"--study 1 --workers 0 --out " + out, 2, "--workers is 0"},
		{"--study 1 --judge 5 --out " + out, 2, "--judge is 5, want 0 to 4"},
		{"--study 1 --bearoff none --model " + dir + "/none --out " + out, 1, "is neither a file nor a shipped net"},
		{"--study 1 --bearoff none --out " + bad + "/out.parquet", 2, "not a directory"},
		{"--grid " + dir + "/none.json", 1, "no such file or directory"},
		{"--study 1 --matches 0 --out " + out, 2, "gammonlab rating simulate: --matches is 0, want 1 to 10000000\n"},
		{"--grid " + grid + " --out " + out, 1, "gammonlab rating simulate: " + grid + ": line 4: pairs.0.a.checker is 2, want a noise from 0 to 1\n"},
		{"--grid " + bad, 1, `bad.json: line 1: noise: unknown field "noise"`},
	} {
		program.Fails(t, c.code, c.want, append([]string{"rating", "simulate"}, strings.Fields(c.args)...)...)
	}
	if files, _ := filepath.Glob(filepath.Join(dir, "*.part*")); len(files) > 0 {
		t.Errorf("left behind: %v", files)
	}
}

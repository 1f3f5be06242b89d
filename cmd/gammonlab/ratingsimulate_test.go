package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/internal/must"
	"gammonlab/rating/simulate"
)

// TestRatingSimulate plays a small study, in one go and with interruptions.
func TestRatingSimulate(t *testing.T) {
	dir := t.TempDir()
	args := func(out string, more ...string) []string {
		return append([]string{"rating", "simulate", "--study", "1", "--matches", "3", "--lengths", "1,2", "--model", tiny,
			"--bearoff", "none", "--seed", "7", "--out", out}, more...)
	}
	whole, parts := filepath.Join(dir, "whole.parquet"), filepath.Join(dir, "parts.parquet")
	out, errOut, code := command(t, "", args(whole, "--workers", "2")...)
	if code != exitOK || !strings.Contains(errOut, "36/36 matches") || !strings.Contains(out, "whole.parquet: 36 matches, SHA-256 ") {
		t.Fatalf("exit code %d, output %q, errors %q", code, out, errOut)
	}
	program.InPieces(t, args(parts, "--workers", "1")...)
	if readFile(t, whole) != readFile(t, parts) {
		t.Error("the interrupted run made another file")
	}
	study, err := simulate.Read(whole)
	if err != nil || study.Model.Name != filepath.Base(tiny) || len(study.Digests) != 1 || study.Seed != 7 {
		t.Errorf("%+v, %v", study, err)
	}
	if _, errOut, code := command(t, "", args(whole, "--seed", "8")...); code != exitUsage || !strings.Contains(errOut, "whole.parquet already exists") {
		t.Errorf("another seed: exit code %d, errors %q", code, errOut)
	}
}

// --grid accepts the output of --show.
func TestRatingSimulateShow(t *testing.T) {
	grid, errOut, code := command(t, "", "rating", "simulate", "--study", "appendix", "--show", "--matches", "2")
	path := filepath.Join(t.TempDir(), "grid.json")
	if err := os.WriteFile(path, []byte(grid), 0o600); code != exitOK || err != nil {
		t.Fatalf("%q, %v", errOut, err)
	}
	again, errOut, code := command(t, "", "rating", "simulate", "--grid", path, "--show")
	if code != exitOK || again != grid {
		t.Errorf("exit code %d, errors %q, printed\n%s", code, errOut, again)
	}
}

func TestRatingSimulateErrors(t *testing.T) {
	dir := t.TempDir()
	bad := filepath.Join(dir, "bad.json")
	must.OK(t, os.WriteFile(bad, []byte(`{"name": "x", "noise": 1}`), 0o600))
	out := filepath.Join(dir, "out.parquet")
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"", exitUsage, "want --study or --grid"},
		{"--study 1 --grid x", exitUsage, "want --study or --grid"},
		{"--study 3", exitUsage, `--study: "3", want one of 1, 2, appendix`},
		{"--study 1", exitUsage, "--out is required"},
		{"--study 1 --out " + out + " more", exitUsage, `unexpected argument "more"`},
		{"--study 1 --lengths 3,x --out " + out, exitUsage, `--lengths: "x" is not a whole number`},
		{"--study 1 --lengths 65 --out " + out, exitUsage, "--lengths has a length of 65 points, want 1 to 64"},
		{"--study 1 --lengths 3,3 --out " + out, exitUsage, "--lengths has 3 twice"},
		{"--study 1 --workers 0 --out " + out, exitUsage, "--workers is 0"},
		{"--study 1 --judge 5 --out " + out, exitUsage, "--judge is 5, want 0 to 4"},
		{"--study 1 --bearoff none --model " + dir + "/none --out " + out, exitFailed, "is neither a file nor a shipped net"},
		{"--study 1 --bearoff none --out " + bad + "/out.parquet", exitUsage, "not a directory"},
		{"--grid " + dir + "/none.json", exitFailed, "no such file or directory"},
		{"--grid " + bad, exitFailed, `bad.json: line 1: noise: unknown field "noise"`},
	} {
		_, errOut, code := command(t, "", append([]string{"rating", "simulate"}, strings.Fields(c.args)...)...)
		if code != c.code || !strings.Contains(errOut, c.want) {
			t.Errorf("%s: exit code %d, errors %q, want %d, %q", c.args, code, errOut, c.code, c.want)
		}
	}
	if files, _ := filepath.Glob(filepath.Join(dir, "*.part*")); len(files) > 0 {
		t.Errorf("left behind: %v", files)
	}
}

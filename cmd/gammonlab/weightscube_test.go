package main

import (
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/internal/must"
	"gammonlab/internal/supervised/cubenets"
	"gammonlab/nets"
)

// gamesOf writes positions of games to a database and returns its path.
func gamesOf(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "games.parquet")
	succeed(t, "dataset", "generate", "--player", "net:"+tiny, "--noise", "0.1", "--positions", "3000", "--out", path)
	return path
}

// TestWeightsCube trains nets, and plays with and without them.
func TestWeightsCube(t *testing.T) {
	data, out := gamesOf(t), filepath.Join(t.TempDir(), "cube.safetensors")
	flags := []string{"weights", "cube", "--data", data, "--positions", "2000", "--rounds", "2", "--epochs", "1", "--hidden", "8", "--bearoff", "none", "--out", out}
	var report cubenets.Report
	answer(t, &report, append(flags, "--json", tiny)...)
	if len(report.Rounds) != 2 || len(report.Constants) < 15 || report.Out != out {
		t.Errorf("%+v", report)
	}
	m := must.Get(nets.Load(out))(t)
	if m.Nets[nets.CubeContact].Spec().String() != "265-8-5" || m.Provenance["made_by"] != "gammonlab weights cube" {
		t.Errorf("nets %v, provenance %v", m.Nets, m.Provenance)
	}
	if text := succeed(t, append(flags[:len(flags)-1], out+"2.safetensors", out)...); !strings.Contains(text, "round 2 ") {
		t.Errorf("a model with nets of the cube: %q", text)
	}
	for _, player := range []string{"net:" + out, "net:" + out + ",cube=gnubg", "net:" + out + ",cube=fitted", "net:" + tiny + ",cube=gnubg"} {
		text := succeed(t, "bench", "match", "--cubeful", "--a", player, "--b", "net:"+tiny, "--games", "20", "--bearoff", "none")
		if !strings.Contains(text, "with the cube") {
			t.Errorf("%s: %q", player, text)
		}
	}
	if info := succeed(t, "weights", "info", out); !strings.Contains(info, "cube-contact") {
		t.Errorf("weights info: %q", info)
	}
	if _, errOut, code := command(t, "", "bench", "match", "--a", "net:"+tiny+",cube=learned", "--b", "random", "--games", "2"); code != exitUsage || !strings.Contains(errOut, "the model has no nets for cube efficiencies") {
		t.Errorf("exit code %d, %q", code, errOut)
	}
}

func TestWeightsCubeMistakes(t *testing.T) {
	out := filepath.Join(t.TempDir(), "none.safetensors")
	data := trainingData(t)
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"--data", data, tiny}, exitUsage, `--out is ""`},
		{[]string{"--out", out, tiny}, exitUsage, "--data is required"},
		{[]string{"--out", out, "--data", data, "--rounds", "0", tiny}, exitUsage, "--rounds is 0, want at least 1"},
		{[]string{"--out", out, "--data", data, "--hidden", "x", tiny}, exitUsage, "--hidden"},
		{[]string{"--out", out, "--data", data, "--rate", "NaN", tiny}, exitUsage, "--rate is NaN"},
		{[]string{"--out", out, "--data", tiny, tiny}, exitFailed, "no Parquet file"},
	} {
		_, errOut, code := command(t, "", append([]string{"weights", "cube"}, c.args...)...)
		if code != c.code || !strings.Contains(errOut, c.want) {
			t.Errorf("%v: exit code %d, errors %q, want %d and %q", c.args, code, errOut, c.code, c.want)
		}
	}
}

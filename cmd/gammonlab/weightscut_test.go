package main

import (
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/features"
	"gammonlab/internal/must"
	"gammonlab/internal/supervised/cut"
	"gammonlab/nets"
)

// TestWeightsCut cuts a unit that cannot fire; the evaluations stay the same.
func TestWeightsCut(t *testing.T) {
	net := must.Get(nets.NewRandom(nets.NewSpec(must.Get(features.Lookup("perspective196"))(t), nets.ReLU, 12, 6), 2))(t)
	for l := range 2 {
		layer := net.Layer(l)
		net.Params()[layer.Biases] = -1000
	}
	dir := t.TempDir()
	path, out := filepath.Join(dir, "net.safetensors"), filepath.Join(dir, "cut.safetensors")
	old := nets.NewModel(net, board.Backgammon)
	old.NoSum = true
	must.OK(t, old.Save(path))
	data := trainingData(t)
	var report cut.Report
	answer(t, &report, "weights", "cut", "--data", data, "--out", out, "--json", path)
	if len(report.Nets) != 1 || report.Nets[0].RMS > 1e-3 || report.Nets[0].Positions == 0 || report.Nets[0].Measured == 0 {
		t.Fatalf("%+v", report)
	}
	m := must.Get(nets.Load(out))(t)
	if m.NoSum {
		t.Error("the file has no sum")
	}
	hidden := must.Get(m.Single())(t).Spec().Hidden
	if hidden[0] > 11 || hidden[1] > 5 || m.Provenance["made_by"] != "gammonlab weights cut" {
		t.Errorf("hidden layers %v, provenance %v", hidden, m.Provenance)
	}
	again := filepath.Join(dir, "again.safetensors")
	if text := succeed(t, "weights", "cut", "--data", data, "--out", again, path); !strings.Contains(text, "again.safetensors\n") || readFile(t, again) != readFile(t, out) {
		t.Errorf("a second run prints %q, or writes another file", text)
	}
}

func TestWeightsCutMistakes(t *testing.T) {
	out := filepath.Join(t.TempDir(), "none.safetensors")
	data := trainingData(t)
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"--data", data, tiny}, exitUsage, `--out is ""`},
		{[]string{"--out", out, tiny}, exitUsage, "--data is required"},
		{[]string{"--out", out, "--data", data}, exitUsage, "no weight file"},
		{[]string{"--out", out, "--data", data, "--fires", "1", tiny}, exitUsage, "--fires is 1, want from 0 to below 1"},
		{[]string{"--out", out, "--data", data, "--fires", "NaN", tiny}, exitUsage, "--fires is NaN"},
		{[]string{"--out", out, "--data", tiny, tiny}, exitFailed, "no Parquet file"},
	} {
		_, errOut, code := command(t, "", append([]string{"weights", "cut"}, c.args...)...)
		if code != c.code || !strings.Contains(errOut, c.want) {
			t.Errorf("%v: exit code %d, errors %q, want %d and %q", c.args, code, errOut, c.code, c.want)
		}
	}
}

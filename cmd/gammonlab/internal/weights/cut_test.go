package weights

import (
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/features"
	"gammonlab/internal/must"
	"gammonlab/nets"
	"gammonlab/supervised/cut"
)

// TestCut cuts a unit that cannot fire; the evaluations stay the same.
func TestCut(t *testing.T) {
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
	data := clitest.Labelled(t, clitest.GnubgTable)
	var report cut.Report
	program.JSON(t, &report, "weights", "cut", "--data", data, "--out", out, "--json", path)
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
	if text := program.OK(t, "weights", "cut", "--data", data, "--out", again, path); !strings.Contains(text, "again.safetensors\n") || clitest.File(t, again) != clitest.File(t, out) {
		t.Errorf("a second run prints %q, or writes another file", text)
	}
}

func TestCutMistakes(t *testing.T) {
	out := filepath.Join(t.TempDir(), "none.safetensors")
	data := clitest.Labelled(t, clitest.GnubgTable)
	program.Mistakes(t, "weights cut", []clitest.Mistake{
		{[]string{"--data", data, clitest.Tiny}, 2, "--out is required"},
		{[]string{"--out", out, clitest.Tiny}, 2, "--data is required"},
		{[]string{"--out", out, "--data", data}, 2, "no weight file"},
		{[]string{"--out", out, "--data", data, "--fires", "1", clitest.Tiny}, 2, "--fires is 1, want from 0 to below 1"},
		{[]string{"--out", out, "--data", data, "--fires", "NaN", clitest.Tiny}, 2, "--fires is NaN"},
		{[]string{"--out", out, "--data", clitest.Tiny, clitest.Tiny}, 1, "no Parquet file"},
	})
}

package weights

import (
	"path/filepath"
	"testing"

	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/internal/must"
	"gammonlab/nets"
	"gammonlab/supervised/cubenets"
)

// TestCube trains nets, and trains them on.
func TestCube(t *testing.T) {
	data, out := clitest.Played(t, 1500), filepath.Join(t.TempDir(), "cube.safetensors")
	flags := []string{"weights", "cube", "--data", data, "--positions", "1000", "--rounds", "2", "--epochs", "1", "--hidden", "8", "--bearoff", "none", "--out", out}
	var report cubenets.Report
	program.JSON(t, &report, append(flags, "--json", clitest.Tiny)...)
	if len(report.Rounds) != 2 || len(report.Constants) < 15 || report.Out != out {
		t.Errorf("%+v", report)
	}
	m := must.Get(nets.Load(out))(t)
	if m.Nets[nets.CubeContact].Spec().String() != "265-8-5" || m.Provenance["made_by"] != "gammonlab weights cube" {
		t.Errorf("nets %v, provenance %v", m.Nets, m.Provenance)
	}
	clitest.Wants(t, program.OK(t, append(flags[:len(flags)-1], out+"2.safetensors", out)...), "round 2 ")
	clitest.Wants(t, program.OK(t, "weights", "info", out), "cube-contact")
}

func TestCubeMistakes(t *testing.T) {
	out := filepath.Join(t.TempDir(), "none.safetensors")
	data := clitest.Labelled(t, clitest.GnubgTable)
	program.Mistakes(t, "weights cube", []clitest.Mistake{
		{[]string{"--data", data, clitest.Tiny}, 2, "--out is required"},
		{[]string{"--out", out, "--labels", clitest.Tiny}, 2, "--labels needs --data"},
		{[]string{"--out", out, "--data", data, "--rounds", "0", clitest.Tiny}, 2, "--rounds is 0, want at least 1"},
		{[]string{"--out", out, "--data", data, "--hidden", "x", clitest.Tiny}, 2, "--hidden"},
		{[]string{"--out", out, "--data", data, "--rate", "NaN", clitest.Tiny}, 2, "--rate is NaN"},
		{[]string{"--out", out, "--data", clitest.Tiny, "--bearoff", "none", clitest.Tiny}, 1, "no Parquet file"},
	})
}

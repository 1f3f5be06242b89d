package weights

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"testing"

	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/internal/must"
	"gammonlab/nets"
	"gammonlab/supervised/prune"
)

// quickPrune are flags for a short training.
var quickPrune = []string{"--positions", "1000", "--epochs", "1"}

func TestPrune(t *testing.T) {
	data := clitest.Labelled(t, clitest.GnubgTable)
	run := func(name string, args ...string) ([]byte, string) {
		path := filepath.Join(t.TempDir(), name)
		out := program.OK(t, append(append([]string{"weights", "prune", "--out", path}, quickPrune...), args...)...)
		return []byte(clitest.File(t, path)), out
	}
	file, out := run("a.safetensors", "--workers", "1", clitest.Tiny)
	clitest.Wants(t, out, "a.safetensors: 3 pruning nets", "pruning-race ", "1000 positions")
	m, err := nets.Decode(file)
	must.OK(t, err)
	if len(m.Nets) != 4 || m.Provenance["made_by"] != "gammonlab weights prune" {
		t.Errorf("nets %v, provenance %v", m.Nets, m.Provenance)
	}
	if again, _ := run("b.safetensors", "--workers", "3", clitest.Tiny); !bytes.Equal(again, file) {
		t.Error("more workers give other bytes")
	}
	single, text := run("c.safetensors", "--data", data, "--part", "contact", "--hidden", "6-5", "--activation", "relu", "--json", clitest.Tiny)
	var report prune.Report
	err = json.Unmarshal([]byte(text), &report)
	if trained := report.Trained; err != nil || len(trained) != 1 || trained[0].Part != nets.PruningContact {
		t.Errorf("%q, %v", text, err)
	}
	if m, err = nets.Decode(single); err != nil {
		t.Fatal(err)
	}
	if got := m.Nets[nets.PruningContact].Spec().String(); got != "200-6-5-5" || m.Nets[nets.PruningRace] != nil {
		t.Errorf("the pruning net is %s, nets %v", got, m.Nets)
	}
}

func TestPruneMistakes(t *testing.T) {
	out := filepath.Join(t.TempDir(), "none.safetensors")
	hyper := filepath.Join(t.TempDir(), "hyper.safetensors")
	m := must.Get(nets.Load(clitest.Tiny))(t)
	m.Variant++
	must.OK(t, m.Save(hyper))
	program.Mistakes(t, "weights prune", []clitest.Mistake{
		{[]string{clitest.Tiny}, 2, "--out is required"},
		{[]string{"--out", "net.onnx", clitest.Tiny}, 2, `--out is "net.onnx"`},
		{[]string{"--out", out}, 2, "no model given"},
		{[]string{"--out", out, "--part", "bearoff", clitest.Tiny}, 2, `--part has "pruning-bearoff", want some of`},
		{[]string{"--out", out, "--part", "race,pruning-race", clitest.Tiny}, 2, "--part has pruning-race twice"},
		{[]string{"--out", out, "--hidden", "x", clitest.Tiny}, 2, `--hidden: bad hidden layers "x"`},
		{[]string{"--out", out, "--activation", "x", clitest.Tiny}, 2, `--activation: unknown activation "x"`},
		{[]string{"--out", out, "--features", "perspective196", clitest.Tiny}, 2, "--features is perspective196@1, whose inputs are not additive"},
		{[]string{"--out", out, "--positions", "5", clitest.Tiny}, 2, "gammonlab weights prune: --positions is 5, want at least 1000\n"},
		{[]string{"--out", out, "--epochs", "0", clitest.Tiny}, 2, "--epochs is 0"},
		{[]string{"--out", out, "--workers", "0", clitest.Tiny}, 2, "--workers is 0"},
		{[]string{"--out", out, "--data", "nowhere.parquet", clitest.Tiny}, 1, "nowhere.parquet"},
		{[]string{"--out", out, "--data", clitest.Labelled(t, clitest.GnubgTable), hyper}, 1, "holds positions of backgammon, the model is for"},
		{[]string{"--out", out, "--data", clitest.Labelled(t, clitest.GnubgTable), "--part", "crashed", clitest.Tiny}, 1, "positions for pruning-crashed, want at least 1000"},
		{[]string{"--out", out, "nowhere.safetensors"}, 1, "nowhere.safetensors"},
	})
	if clitest.Exists(out) {
		t.Errorf("%s was written", out)
	}
}

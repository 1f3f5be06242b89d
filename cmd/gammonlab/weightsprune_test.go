package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/internal/must"
	"gammonlab/internal/supervised/prune"
	"gammonlab/nets"
)

// quickPrune are flags for a short training.
var quickPrune = []string{"--positions", "1000", "--epochs", "1"}

func TestWeightsPrune(t *testing.T) {
	data := trainingData(t)
	run := func(name string, args ...string) ([]byte, string) {
		path := filepath.Join(t.TempDir(), name)
		out := succeed(t, append(append([]string{"weights", "prune", "--out", path}, quickPrune...), args...)...)
		return []byte(readFile(t, path)), out
	}
	file, out := run("a.safetensors", "--workers", "1", tiny)
	for _, want := range []string{"a.safetensors: 3 pruning nets", "pruning-race ", "1000 positions"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q does not say %q", out, want)
		}
	}
	m, err := nets.Decode(file)
	must.OK(t, err)
	if len(m.Nets) != 4 || m.Provenance["made_by"] != "gammonlab weights prune" {
		t.Errorf("nets %v, provenance %v", m.Nets, m.Provenance)
	}
	if again, _ := run("b.safetensors", "--workers", "3", tiny); !bytes.Equal(again, file) {
		t.Error("more workers give other bytes")
	}
	single, out := run("c.safetensors", "--data", data, "--part", "contact", "--hidden", "6-5", "--activation", "relu", "--json", tiny)
	var report prune.Report
	err = json.Unmarshal([]byte(out), &report)
	if trained := report.Trained; err != nil || len(trained) != 1 || trained[0].Part != nets.PruningContact {
		t.Errorf("%q, %v", out, err)
	}
	if m, err = nets.Decode(single); err != nil {
		t.Fatal(err)
	}
	if got := m.Nets[nets.PruningContact].Spec().String(); got != "200-6-5-5" || m.Nets[nets.PruningRace] != nil {
		t.Errorf("the pruning net is %s, nets %v", got, m.Nets)
	}
}

func TestWeightsPruneMistakes(t *testing.T) {
	out := filepath.Join(t.TempDir(), "none.safetensors")
	hyper := filepath.Join(t.TempDir(), "hyper.safetensors")
	m := must.Get(nets.Load(tiny))(t)
	m.Variant++
	must.OK(t, m.Save(hyper))
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{tiny}, exitUsage, `--out is ""`},
		{[]string{"--out", "net.onnx", tiny}, exitUsage, `--out is "net.onnx"`},
		{[]string{"--out", out}, exitUsage, "no weight file"},
		{[]string{"--out", out, "--part", "bearoff", tiny}, exitUsage, `--part has "pruning-bearoff", want some of`},
		{[]string{"--out", out, "--part", "race,pruning-race", tiny}, exitUsage, "--part has pruning-race twice"},
		{[]string{"--out", out, "--hidden", "x", tiny}, exitUsage, `--hidden: bad hidden layers "x"`},
		{[]string{"--out", out, "--activation", "x", tiny}, exitUsage, `--activation: unknown activation "x"`},
		{[]string{"--out", out, "--features", "perspective196", tiny}, exitUsage, "--features is perspective196@1, whose inputs are not additive"},
		{[]string{"--out", out, "--positions", "5", tiny}, exitUsage, "gammonlab weights prune: --positions is 5, want at least 1000\n"},
		{[]string{"--out", out, "--epochs", "0", tiny}, exitUsage, "--epochs is 0"},
		{[]string{"--out", out, "--workers", "0", tiny}, exitUsage, "--workers is 0"},
		{[]string{"--out", out, "--data", "nowhere.parquet", tiny}, exitFailed, "nowhere.parquet"},
		{[]string{"--out", out, "--data", trainingData(t), hyper}, exitFailed, "holds positions of backgammon, the model is for"},
		{[]string{"--out", out, "nowhere.safetensors"}, exitFailed, "nowhere.safetensors"},
	} {
		checkMistake(t, "", append([]string{"weights", "prune"}, c.args...), c.code, c.want)
	}
	few := []string{"weights", "prune", "--out", out, "--data", trainingData(t), "--part", "crashed", tiny}
	if _, errOut, code := command(t, "", few...); code != exitFailed || !strings.Contains(errOut, "positions for pruning-crashed, want at least 1000") {
		t.Errorf("exit code %d, errors %q, want that there are too few positions", code, errOut)
	}
	if _, err := os.Stat(out); err == nil {
		t.Errorf("%s was written", out)
	}
}

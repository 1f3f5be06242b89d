package main

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/internal/must"
	"gammonlab/nets"
)

// grow runs the command and returns the file that it has written.
func grow(t *testing.T, args ...string) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "grown.safetensors")
	if _, errOut, code := command(t, "", append([]string{"weights", "grow", "--out", path}, args...)...); code != exitOK {
		t.Fatalf("exit code %d, errors %q", code, errOut)
	}
	return must.Get(os.ReadFile(path))(t)
}

func TestWeightsGrow(t *testing.T) {
	parent := must.Get(nets.Load(tiny))(t)
	file := grow(t, "--hidden", "40-20", "--seed", "3", tiny)
	grown := must.Get(nets.Decode(file))(t)
	net := must.Get(grown.Single())(t)
	if got := nets.FormatHidden(net.Spec().Hidden); got != "40-20" {
		t.Errorf("hidden layers %s, want 40-20", got)
	}
	pos := board.Backgammon.Start()
	var want, got [1]engine.Probabilities
	for _, m := range []struct {
		model *nets.Model
		dst   []engine.Probabilities
	}{{parent, want[:]}, {grown, got[:]}} {
		engine.NewStatic(m.model, nil).Evaluate(m.dst, []board.Position{pos})
	}
	for k := range want[0] {
		if math.Abs(float64(got[0][k]-want[0][k])) > 1e-6 {
			t.Errorf("the grown net answers %v, want %v", got[0], want[0])
		}
	}
	digest := must.Get(parent.Digest())(t)
	if grown.Provenance["parent"] != digest || grown.Variant != parent.Variant {
		t.Errorf("parent %s for %v, want %s for %v", grown.Provenance["parent"], grown.Variant, digest, parent.Variant)
	}
	if !bytes.Equal(file, grow(t, "--hidden", "40-20", "--seed", "3", tiny)) {
		t.Error("equal seeds give other bytes")
	}
	if bytes.Equal(file, grow(t, "--hidden", "40-20", "--seed", "4", tiny)) {
		t.Error("other seeds give equal bytes")
	}
}

func TestWeightsGrowMistakes(t *testing.T) {
	out := filepath.Join(t.TempDir(), "none.safetensors")
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"--hidden", "40", tiny}, exitUsage, `--out is ""`},
		{[]string{"--hidden", "40", "--out", "net.onnx", tiny}, exitUsage, `--out is "net.onnx"`},
		{[]string{"--out", out, tiny}, exitUsage, "--hidden or --features"},
		{[]string{"--out", out, "--hidden", "40"}, exitUsage, "no weight file"},
		{[]string{"--out", out, "--hidden", "x", tiny}, exitUsage, `--hidden: bad hidden layers "x"`},
		{[]string{"--out", out, "--hidden", "1", tiny}, exitUsage, "cannot grow into 1:"},
		{[]string{"--out", out, "--features", "frob", tiny}, exitUsage, `--features: unknown set "frob"`},
		{[]string{"--out", out, "--features", "pubeval122", tiny}, exitUsage, "inputs of perspective196@1 cannot grow"},
		{[]string{"--out", out, "--hidden", "40", "testdata/none.safetensors"}, exitFailed, "none.safetensors"},
	} {
		checkMistake(t, "", append([]string{"weights", "grow"}, c.args...), c.code, c.want)
	}
	if _, err := os.Stat(out); err == nil {
		t.Errorf("%s was written", out)
	}
}

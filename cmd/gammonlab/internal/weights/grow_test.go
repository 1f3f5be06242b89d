package weights

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"testing"

	"gammonlab/board"
	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/engine"
	"gammonlab/internal/must"
	"gammonlab/nets"
)

// grow runs the command and returns the file that it has written.
func grow(t *testing.T, args ...string) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "grown.safetensors")
	program.OK(t, append([]string{"weights", "grow", "--json", "--out", path}, args...)...)
	return must.Get(os.ReadFile(path))(t)
}

func TestGrow(t *testing.T) {
	parent := must.Get(nets.Load(clitest.Tiny))(t)
	file := grow(t, "--hidden", "40-20", "--seed", "3", clitest.Tiny)
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
	if !bytes.Equal(file, grow(t, "--hidden", "40-20", "--seed", "3", clitest.Tiny)) {
		t.Error("equal seeds give other bytes")
	}
	if bytes.Equal(file, grow(t, "--hidden", "40-20", "--seed", "4", clitest.Tiny)) {
		t.Error("other seeds give equal bytes")
	}
}

func TestGrowMistakes(t *testing.T) {
	out := filepath.Join(t.TempDir(), "none.safetensors")
	program.Mistakes(t, "weights grow", []clitest.Mistake{
		{[]string{"--hidden", "40", clitest.Tiny}, 2, "--out is required"},
		{[]string{"--hidden", "40", "--out", "net.onnx", clitest.Tiny}, 2, `--out is "net.onnx"`},
		{[]string{"--out", out, clitest.Tiny}, 2, "--hidden or --features"},
		{[]string{"--out", out, "--hidden", "40"}, 2, "no weight file"},
		{[]string{"--out", out, "--hidden", "x", clitest.Tiny}, 2, `--hidden: bad hidden layers "x"`},
		{[]string{"--out", out, "--hidden", "1", clitest.Tiny}, 2, "cannot grow into 1:"},
		{[]string{"--out", out, "--features", "frob", clitest.Tiny}, 2, `--features: unknown set "frob"`},
		{[]string{"--out", out, "--features", "pubeval122", clitest.Tiny}, 2, "inputs of perspective196@1 cannot grow"},
		{[]string{"--out", out, "--hidden", "40", "none.safetensors"}, 1, "none.safetensors"},
	})
	if clitest.Exists(out) {
		t.Errorf("%s was written", out)
	}
}

package weights

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"gammonlab/cmd/gammonlab/internal/clitest"
	"gammonlab/internal/must"
	"gammonlab/nets"
)

// pytorch are files that PyTorch has written, see testdata/make.py there.
const pytorch = "../../../../nets/foreign/testdata/"

// A model goes through ONNX and back, and nets of other programs into a model.
func TestImport(t *testing.T) {
	dir := t.TempDir()
	onnx, back, torch, joined, twice := filepath.Join(dir, "a.onnx"), filepath.Join(dir, "b.safetensors"), filepath.Join(dir, "c.safetensors"), filepath.Join(dir, "d.safetensors"), filepath.Join(dir, "e.safetensors")
	for _, args := range [][]string{
		{"convert", clitest.Tiny, onnx},
		{"import", onnx, "--out", back},
		{"import", pytorch + "float32.safetensors", "--features", "pubeval122", "--activation", "relu,tanh", "--variant", "nackgammon", "--out", torch},
		{"import", pytorch + "torch.onnx", pytorch + "torch-logits.onnx", "--part", "race,contact", "--features", "pubeval122/pubeval122", "--logits", "--base", clitest.Tiny, "--out", joined},
		{"join", torch, torch, "--out", twice},
	} {
		program.OK(t, append(append([]string{"weights"}, args...), "--json")...)
	}
	restored := must.Get(nets.Load(back))(t)
	restored.NoSum = true // as the file
	if !bytes.Equal(must.Get(restored.Encode())(t), must.Get(os.ReadFile(clitest.Tiny))(t)) {
		t.Error("another model came back")
	}
	for path, wants := range map[string][]string{
		torch:  {"122-4-3-5", "nackgammon", "imported_all"},
		twice:  {"122-4-3-5"}, // equal nets stay as they are
		joined: {"122-4-3-5", "imported_race", "imported_contact", "base"},
	} {
		clitest.Wants(t, program.OK(t, "weights", "info", path), wants...)
	}
}

func TestImportMistakes(t *testing.T) {
	out := filepath.Join(t.TempDir(), "none.safetensors")
	state := pytorch + "float32.safetensors"
	program.Mistakes(t, "weights import", []clitest.Mistake{
		{[]string{state}, 2, "--out is required"},
		{[]string{"--out", out}, 2, "no file given"},
		{[]string{state, "--out", out}, 1, "float32.safetensors: the file does not name the feature set"},
		{[]string{state, "--out", out, "--features", "a/b"}, 2, "--features has values for 2 nets, want one for all or one for each of 1"},
		{[]string{state, "--out", out, "--activation", "gelu"}, 2, `--activation: unknown activation "gelu"`},
		{[]string{state, "--out", out, "--features", "pubeval122", "--activation", "relu", "--part", "races"}, 1, `unknown part "races"`},
		{[]string{state, "--out", out, "--features", "pubeval122", "--activation", "relu", "--base", clitest.Tiny, "--variant", "nackgammon"}, 2, "--variant is nackgammon, the files say backgammon"},
	})
	if clitest.Exists(out) {
		t.Error("a file was written")
	}
}

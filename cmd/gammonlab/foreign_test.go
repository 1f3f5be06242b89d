package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/internal/must"
	"gammonlab/nets"
)

// pytorch are files that PyTorch has written, see testdata/make.py there.
const pytorch = "../../internal/nets/foreign/testdata/"

// A model goes through ONNX and back, and nets of other programs into a model.
func TestWeightsImport(t *testing.T) {
	dir := t.TempDir()
	onnx, back, torch, joined := filepath.Join(dir, "a.onnx"), filepath.Join(dir, "b.safetensors"), filepath.Join(dir, "c.safetensors"), filepath.Join(dir, "d.safetensors")
	for _, args := range [][]string{
		{"convert", tiny, onnx},
		{"import", onnx, "--out", back},
		{"import", pytorch + "float32.safetensors", "--features", "pubeval122", "--activation", "relu,tanh", "--variant", "nackgammon", "--out", torch},
		{"import", pytorch + "torch.onnx", pytorch + "torch-logits.onnx", "--part", "race,contact", "--features", "pubeval122/pubeval122", "--logits", "--base", tiny, "--out", joined},
	} {
		if out, errOut, code := command(t, "", append([]string{"weights"}, args...)...); code != exitOK {
			t.Fatalf("%v: exit code %d, %s %s", args, code, out, errOut)
		}
	}
	restored := must.Get(nets.Load(back))(t)
	restored.NoSum = true // as the file
	if !bytes.Equal(must.Get(restored.Encode())(t), must.Get(os.ReadFile(tiny))(t)) {
		t.Error("another model came back")
	}
	for path, wants := range map[string][]string{
		torch:  {"122-4-3-5", "nackgammon", "imported_all"},
		joined: {"122-4-3-5", "imported_race", "imported_contact", "base"},
	} {
		out, _, _ := command(t, "", "weights", "info", path)
		for _, want := range wants {
			if !strings.Contains(out, want) {
				t.Errorf("%s is %s, want %s", path, out, want)
			}
		}
	}
}

func TestWeightsImportMistakes(t *testing.T) {
	out := filepath.Join(t.TempDir(), "none.safetensors")
	state := pytorch + "float32.safetensors"
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{state}, exitUsage, `--out is ""`},
		{[]string{"--out", out}, exitUsage, "no file given"},
		{[]string{state, "--out", out}, exitFailed, "float32.safetensors: the file does not name the feature set"},
		{[]string{state, "--out", out, "--features", "a/b"}, exitUsage, "--features has values for 2 nets, want one for all or one for each of 1"},
		{[]string{state, "--out", out, "--activation", "gelu"}, exitUsage, `--activation: unknown activation "gelu"`},
		{[]string{state, "--out", out, "--features", "pubeval122", "--activation", "relu", "--part", "races"}, exitFailed, `unknown part "races"`},
		{[]string{state, "--out", out, "--features", "pubeval122", "--activation", "relu", "--base", tiny, "--variant", "nackgammon"}, exitUsage, "--variant is nackgammon, the files say backgammon"},
	} {
		_, errOut, code := command(t, "", append([]string{"weights", "import"}, c.args...)...)
		if code != c.code || !strings.Contains(errOut, c.want) {
			t.Errorf("%v: exit code %d, %q, want %d, %q", c.args, code, errOut, c.code, c.want)
		}
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("a file was written")
	}
}

func TestFeaturesExport(t *testing.T) {
	dir := t.TempDir()
	db, arrays := filepath.Join(dir, "db.parquet"), filepath.Join(dir, "x.npy")
	if _, errOut, code := command(t, trainingText, "dataset", "import", "-", "--out", db); code != exitOK {
		t.Fatal(errOut)
	}
	export := func(args ...string) (string, string, int) {
		return command(t, "", append([]string{"features", "export", db, "--features", "pubeval122"}, args...)...)
	}
	out, errOut, code := export("--out", arrays)
	if want := filepath.Join(dir, "x.json") + ": 2 rows of 122 inputs\n"; code != exitOK || !strings.HasSuffix(out, want) {
		t.Errorf("exit code %d, %q, %q, want %q", code, out, errOut, want)
	}
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"--out", arrays}, exitUsage, "x.inputs.npy already exists"},
		{[]string{"--out", filepath.Join(dir, "x.csv")}, exitUsage, `--out: extension ".csv", want .npy or .parquet`},
		{[]string{"--out", filepath.Join(dir, "y.npy"), "--part", "races"}, exitUsage, `--part: unknown part "races"`},
		{[]string{"--out", filepath.Join(dir, "y.npy"), "--part", "race"}, exitFailed, `no labelled rows of class [race]`},
		{nil, exitUsage, "--out is required"},
	} {
		if _, errOut, code := export(c.args...); code != c.code || !strings.Contains(errOut, c.want) {
			t.Errorf("%v: exit code %d, %q, want %d, %q", c.args, code, errOut, c.code, c.want)
		}
	}
}

package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/board"
	"gammonlab/internal/digest"
	"gammonlab/internal/evalbench/promotion"
	"gammonlab/internal/must"
	"gammonlab/nets"
)

// convert runs weights convert, which must succeed, and returns the file's content.
func convert(t *testing.T, args ...string) string {
	t.Helper()
	if _, errOut, code := command(t, "", append([]string{"weights", "convert", "--force"}, args...)...); code != exitOK {
		t.Fatalf("%v: exit code %d\n%s", args, code, errOut)
	}
	return readFile(t, args[len(args)-1])
}

// TestWeightsConvertPrecision converts a net to half precision and back.
func TestWeightsConvertPrecision(t *testing.T) {
	dir := t.TempDir()
	half, again := filepath.Join(dir, "half.safetensors"), filepath.Join(dir, "again.safetensors")
	file := convert(t, "--precision", "f16", tiny, half)
	if before := len(readFile(t, tiny)); len(file) > before*2/3 {
		t.Errorf("the file has %d bytes, before %d", len(file), before)
	}
	if convert(t, half, again) != file || convert(t, "--precision", "f16", half, again) != file {
		t.Error("a file of half precision is converted to another")
	}
	out, _, _ := command(t, "", "weights", "info", "--json", half)
	var info struct {
		Precision, Digest string
		Provenance        map[string]string
	}
	must.OK(t, json.Unmarshal([]byte(out), &info))
	if info.Precision != "f16" || info.Digest != digest.Bytes([]byte(file)) ||
		info.Provenance[nets.KeyRounded] != digest.Bytes([]byte(readFile(t, tiny))) {
		t.Errorf("info %+v", info)
	}
	if out, _, _ := command(t, "", "weights", "info", half); !strings.Contains(out, "precision    f16") {
		t.Errorf("info\n%s", out)
	}
	if single := convert(t, "--precision", "f32", half, again); len(single) < len(file)*3/2 {
		t.Errorf("%d bytes in single precision, %d in half", len(single), len(file))
	}
	if convert(t, "--precision", "f16", again, filepath.Join(dir, "third.safetensors")) != file {
		t.Error("half precision, single and half again is another file")
	}
}

// Evidence of a promotion is kept only with the promoted weights.
func TestWeightsConvertEvidence(t *testing.T) {
	strong, weak := promotionNets(t, board.Backgammon)
	if _, errOut, code := promote(t, strong, weak); code != exitOK {
		t.Fatalf("exit code %d\n%s", code, errOut)
	}
	half := filepath.Join(filepath.Dir(weak), "half.safetensors")
	for precision, want := range map[string]bool{"f16": false, "f32": true} {
		convert(t, "--precision", precision, weak, half)
		if _, got := must.Get(nets.Load(half))(t).Provenance[promotion.Key]; got != want {
			t.Errorf("%s: evidence %v, want %v", precision, got, want)
		}
		if out, errOut, code := command(t, "", "weights", "verify", half); code != exitOK {
			t.Errorf("%s: weights verify: exit code %d\n%s%s", precision, code, out, errOut)
		}
	}

	// A net of half precision that wins keeps both.
	convert(t, "--precision", "f16", strong, half)
	_, other := promotionNets(t, board.Backgammon)
	if _, errOut, code := promote(t, half, other); code != exitOK {
		t.Fatalf("exit code %d\n%s", code, errOut)
	}
	m := must.Get(nets.Load(other))(t)
	if _, ok := m.Provenance[promotion.Key]; !ok || !m.Half {
		t.Errorf("half is %v, evidence %v, want both", m.Half, ok)
	}
	convert(t, "--precision", "f32", other, half)
	for _, path := range []string{other, half} {
		if out, errOut, code := command(t, "", "weights", "verify", path); code != exitOK {
			t.Errorf("weights verify %s: exit code %d\n%s%s", path, code, out, errOut)
		}
	}
}

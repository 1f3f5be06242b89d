package main

import (
	"encoding/json"
	"runtime"
	"strings"
	"testing"

	"gammonlab/internal/must"
	"gammonlab/internal/version"
	"gammonlab/nets/pretrained"
)

// The program prints its components; the digests are those of weights info.
func TestVersion(t *testing.T) {
	out, errOut, code := command(t, "", "version", "--json")
	if code != exitOK {
		t.Fatalf("%d, %s", code, errOut)
	}
	var got struct {
		Version, Go, Kernel, Class string
		Cores                      int
		Nets                       []struct{ Name, Digest string }
	}
	must.OK(t, json.Unmarshal([]byte(out), &got))
	if got.Version != version.Toolkit || got.Go != runtime.Version() || got.Kernel == "" || got.Class == "" || got.Cores < 1 {
		t.Errorf("got %+v", got)
	}
	if len(got.Nets) != len(pretrained.Names()) {
		t.Errorf("%d nets, want %v", len(got.Nets), pretrained.Names())
	}
	text, _, _ := command(t, "", "version")
	for _, net := range got.Nets {
		info, _, _ := command(t, "", "weights", "info", "--json", net.Name)
		if !strings.Contains(info, net.Digest) || !strings.Contains(text, net.Digest) {
			t.Errorf("%s: %s is not the digest in\n%s%s", net.Name, net.Digest, info, text)
		}
	}
}

// The JSON from which manual pages are made has every command of the help, with
// its flags.
func TestCommandsAsJSON(t *testing.T) {
	out, errOut, code := command(t, "", "commands")
	if code != exitOK {
		t.Fatalf("%d, %s", code, errOut)
	}
	for _, piece := range []string{`"name": "gammonlab bench positions build"`, `"form": "--force"`, `"form": "--games N"`, `"arguments": "CANDIDATE REPLACED"`} {
		if !strings.Contains(out, piece) {
			t.Errorf("it lacks %s", piece)
		}
	}
	if strings.Contains(out, `"gammonlab commands"`) || strings.Contains(out, `gammonlab help`) {
		t.Error("it has hidden commands")
	}
}

func TestSignatureJSON(t *testing.T) {
	var printed struct{ Signature string }
	answer(t, &printed, "bench", "signature", "--json")
	if text := succeed(t, "bench", "signature"); printed.Signature == "" || !strings.Contains(text, printed.Signature) {
		t.Errorf("%q as JSON, as text %s", printed.Signature, text)
	}
}

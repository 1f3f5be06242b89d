package generate

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/engine/bearoff/internal/digestfile"
	"gammonlab/engine/bearoff/internal/format"
	"gammonlab/internal/must"
)

// The file of a digest is one for md5sum.
func TestDigestIsOfMd5sum(t *testing.T) {
	program, err := exec.LookPath("md5sum")
	if err != nil {
		t.Skip("md5sum is not installed")
	}
	path := filepath.Join(t.TempDir(), "ts.bd")
	must.OK(t, TwoSided(t.Context(), path, TwoSidedOptions{Points: 6, Checkers: 3}))
	check := exec.Command(program, "--check", "--strict", filepath.Base(path)+digestfile.Suffix)
	check.Dir = filepath.Dir(path)
	if out, err := check.CombinedOutput(); err != nil || strings.TrimSpace(string(out)) != "ts.bd: OK" {
		t.Errorf("%v: %s", err, out)
	}
}

// Verify finds flipped bits of a one-sided database, also in the table of its entries.
func TestVerifyFindsFlippedBits(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "os.bd")
	must.OK(t, OneSided(t.Context(), path, OneSidedOptions{Points: 4}))
	data := must.Get(os.ReadFile(path))(t)
	flipped := filepath.Join(dir, "flipped.bd")
	const entries = 40 * 8 // bytes of the table of which all are tried
	for at := 0; at < len(data); at++ {
		if at >= format.HeaderSize+entries {
			at += len(data) / 200
		}
		if at >= len(data) {
			break
		}
		damaged := bytes.Clone(data)
		damaged[at] ^= 1
		must.OK(t, os.WriteFile(flipped, damaged, 0o666))
		if _, err := Verify(t.Context(), flipped, VerifyOptions{Sample: 1}); err == nil && at >= format.HeaderSize {
			t.Errorf("Verify does not find a flipped bit in byte %d", at)
		}
	}
}

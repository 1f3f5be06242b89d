package app

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
)

// fullDevice is a writer that accepts a number of bytes and then fails.
type fullDevice struct{ room int }

func (f *fullDevice) Write(p []byte) (int, error) {
	n := min(len(p), f.room)
	if f.room -= n; n < len(p) {
		return n, errors.New("no space left on device")
	}
	return n, nil
}

// Every command returns an error if it cannot write its results.
func TestFullDevice(t *testing.T) {
	for _, args := range [][]string{
		{"--help"}, {"eval", "--help"}, {"weights"}, {"--version"},
		{"features", "list"}, {"features", "show", start}, {"weights", "info", tiny}, {"weights", "verify", tiny},
		{"eval", "--model", tiny, start}, {"eval", "--model", tiny, "--format", "csv", start}, {"moves", "--dice", "31", start},
		{"hint", "--model", tiny, "--dice", "31", start}, {"cube", "show"}, {"bearoff", "show", "CgAAEAEAAAAAAA"},
		{"rating", "simulate", "--study", "1", "--show"}, {"rating", "predict", "--play-errors", "0.02", "--cube-errors", "0.02", "--match", "5"},
		{"bench", "match", "--a", "random", "--b", "random", "--games", "2", "--bearoff", "none"},
	} {
		for _, room := range []int{0, 5} {
			var errOut bytes.Buffer
			code := program().Run(t.Context(), append([]string{"gammonlab"}, args...), strings.NewReader(""), &fullDevice{room}, &errOut)
			if code != 1 || !strings.HasSuffix(errOut.String(), "no space left on device\n") {
				t.Errorf("%v with room for %d bytes: exit code %d, errors %q", args, room, code, errOut.String())
			}
		}
		if code := program().Run(t.Context(), append([]string{"gammonlab"}, args...), strings.NewReader(""), io.Discard, io.Discard); code != 0 {
			t.Errorf("%v with room enough: exit code %d", args, code)
		}
	}
}

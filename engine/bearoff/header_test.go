package bearoff_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/engine/bearoff"
	"gammonlab/engine/bearoff/internal/format"
	"gammonlab/internal/must"
)

func TestOpenOfAnotherKind(t *testing.T) {
	files := made(t)
	hyper := filepath.Join(t.TempDir(), "hyper.bd")
	header := bearoff.Header{Kind: bearoff.HypergammonKind, Checkers: 3}
	must.OK(t, os.WriteFile(hyper, header.Bytes(), 0o666))
	if h, err := bearoff.ReadHeader(hyper); err != nil || h.Kind != bearoff.HypergammonKind || h.Checkers != 3 || h.Points != 25 {
		t.Errorf("header %+v, %v", h, err)
	}
	for _, c := range []struct {
		path string
		open func(string) error
		want string
	}{
		{hyper, openErr(bearoff.OpenOneSided), "file is a hypergammon database, want a one-sided one"},
		{hyper, openErr(bearoff.OpenTwoSided), "file is a hypergammon database, want a two-sided one"},
		{files["two-sided"], openErr(bearoff.OpenOneSided), "file is a two-sided database, want a one-sided one"},
		{files["normal"], openErr(bearoff.OpenTwoSided), "file is a one-sided database, want a two-sided one"},
	} {
		must.Fail(t, c.open(c.path), c.want)
	}
}

func openErr[D any](open func(string) (D, error)) func(string) error {
	return func(path string) error {
		_, err := open(path)
		return err
	}
}

// A file of a few bytes takes little memory, whatever database its header announces.
func TestAnnouncedSizes(t *testing.T) {
	for _, start := range []string{
		"gnubg-OS-18-15-1-1-0", "gnubg-OS-18-15-1-0-0", "gnubg-OS-18-15-0-0-1", "gnubg-OS-10-08-1-1-0",
		"gnubg-TS-10-15-1", "gnubg-TS-06-06-0", "gnubg-H3", "gnubg-H1",
	} {
		file := append([]byte(start+strings.Repeat("x", format.HeaderSize-1-len(start))+"\n"), make([]byte, 100)...)
		must.Allocate(t, 1<<18, func() {
			_, one := bearoff.NewOneSided("file", file)
			_, two := bearoff.NewTwoSided("file", file)
			_, hyper := bearoff.NewHyper("file", file)
			if one == nil || two == nil || hyper == nil {
				t.Errorf("%s: %v, %v, %v", start, one, two, hyper)
			}
		}, start, ": ")
	}
}

package generate

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gammonlab/engine/bearoff/internal/bearofftest"
	"gammonlab/internal/must"
)

// makebearoff makes a database with gnubg's program.
func makebearoff(t testing.TB, path, flags string) {
	t.Helper()
	args := append(strings.Fields(flags), "-f", path)
	if out, err := exec.Command(bearofftest.Program(t, "makebearoff"), args...).CombinedOutput(); err != nil {
		t.Fatalf("makebearoff %s: %v\n%s", flags, err, out)
	}
}

func TestSameFilesAsMakebearoff(t *testing.T) {
	bearofftest.Program(t, "makebearoff")
	one := func(o OneSidedOptions) func(string) error {
		return func(path string) error { return OneSided(context.Background(), path, o) }
	}
	two := func(o TwoSidedOptions) func(string) error {
		return func(path string) error { return TwoSided(context.Background(), path, o) }
	}
	for _, c := range []struct {
		flags string
		make  func(path string) error
	}{
		{"-o 4", one(OneSidedOptions{Points: 4})},
		{"-o 4 -c", one(OneSidedOptions{Points: 4, Uncompressed: true})},
		{"-o 4 -g", one(OneSidedOptions{Points: 4, NoGammon: true})},
		{"-o 4 -c -g", one(OneSidedOptions{Points: 4, Uncompressed: true, NoGammon: true})},
		{"-o 4 -n", one(OneSidedOptions{Points: 4, Normal: true})},
		{"-o 3 -n -c -g", one(OneSidedOptions{Points: 3, Normal: true, Uncompressed: true, NoGammon: true})},
		{"-t 6x3", two(TwoSidedOptions{Points: 6, Checkers: 3})},
		{"-t 6x3 -C", two(TwoSidedOptions{Points: 6, Checkers: 3, Cubeless: true})},
		{"-t 4x5", two(TwoSidedOptions{Points: 4, Checkers: 5})},
		{"-t 8x2", two(TwoSidedOptions{Points: 8, Checkers: 2})},
		{"-t 12x1", two(TwoSidedOptions{Points: 12, Checkers: 1})},
		{"-t 1x11", two(TwoSidedOptions{Points: 1, Checkers: 11})},
	} {
		dir := t.TempDir()
		ours, theirs := filepath.Join(dir, "ours.bd"), filepath.Join(dir, "theirs.bd")
		makebearoff(t, theirs, c.flags)
		must.OK(t, c.make(ours))
		got := must.Get(os.ReadFile(ours))(t)
		want := must.Get(os.ReadFile(theirs))(t)
		if !bytes.Equal(got, want) {
			t.Errorf("makebearoff %s writes %d other bytes, ours are %d", c.flags, len(want), len(got))
		}
	}
}

// BenchmarkMakebearoff is for comparison with BenchmarkOneSided and
// BenchmarkTwoSided.
func BenchmarkMakebearoff(b *testing.B) {
	for _, c := range []struct{ name, flags string }{{"points=6", "-o 6"}, {"points=6/checkers=6", "-t 6x6"}} {
		b.Run(c.name, func(b *testing.B) {
			path := filepath.Join(b.TempDir(), "out.bd")
			for b.Loop() {
				makebearoff(b, path, c.flags)
			}
		})
	}
}

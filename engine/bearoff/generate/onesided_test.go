package generate

import (
	"context"
	"crypto/md5"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"gammonlab/engine/bearoff/internal/digestfile"
	"gammonlab/internal/must"
)

// The sums of the first six are in gnubg's manual; all are those of what
// makebearoff 1.07.001 writes.
var oneSidedSums = []struct {
	options OneSidedOptions
	want    string
	slow    bool
}{
	{OneSidedOptions{Points: 1}, "c789f049ec98ce4e307b471257999f39", false},
	{OneSidedOptions{Points: 2}, "b6e61c1625ae4b3b164e93ab064192b9", false},
	{OneSidedOptions{Points: 3}, "346dae6139ccb4b227c534373e5c52e4", false},
	{OneSidedOptions{Points: 4}, "653255f5f9f22fd50277f7ff25b2a343", false},
	{OneSidedOptions{Points: 5}, "2064f9a56b23117d053a573c96a92fa2", false},
	{OneSidedOptions{Points: 6}, "3dc7b833c4670849cee00479a9e21b49", true},
	{OneSidedOptions{Points: 2, Uncompressed: true}, "d32fbf9a27e22869680a01930ab67558", false},
	{OneSidedOptions{Points: 2, NoGammon: true}, "3141477fdf7f8d6ccd82700ddeea6078", false},
	{OneSidedOptions{Points: 1, Normal: true}, "cfb3efa85e2d324d7ba09169a85fc5c8", false},
	{OneSidedOptions{Points: 2, Normal: true}, "b3ff60195210a83c8d802b6ff416a852", false},
	{OneSidedOptions{Points: 3, Normal: true}, "602f56298be096198ec3617ff47368cd", false},
	{OneSidedOptions{Points: 4, Normal: true}, "5f26057e178f0edb000fe326d5c50b1c", false},
}

func TestOneSidedSums(t *testing.T) {
	for _, c := range oneSidedSums {
		if c.slow && testing.Short() {
			continue
		}
		for _, c.options.Workers = range []int{1, 3} {
			path := filepath.Join(t.TempDir(), "os.bd")
			must.OK(t, OneSided(context.Background(), path, c.options))
			wantSum(t, fmt.Sprintf("%+v", c.options), path, c.want)
		}
	}
}

// wantSum compares the MD5 of the file at path, and wants no other file in its
// folder.
func wantSum(t *testing.T, what, path, want string) {
	t.Helper()
	data := must.Get(os.ReadFile(path))(t)
	if got := fmt.Sprintf("%x", md5.Sum(data)); got != want {
		t.Errorf("%s: MD5 %s, want %s", what, got, want)
	}
	entries := must.Get(os.ReadDir(filepath.Dir(path)))(t)
	if len(entries) != 2 || entries[1].Name() != entries[0].Name()+digestfile.Suffix {
		t.Errorf("%s: %v are there, want one file and its digest", what, entries)
	}
}

func BenchmarkOneSided(b *testing.B) {
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprintf("points=6/workers=%d", workers), func(b *testing.B) {
			path := filepath.Join(b.TempDir(), "os.bd")
			for b.Loop() {
				must.OK(b, OneSided(context.Background(), path, OneSidedOptions{Points: 6, Workers: workers}))
			}
		})
	}
}

package enginetest

import (
	"path/filepath"
	"testing"

	"gammonlab/engine"
	"gammonlab/engine/bearoff"
)

// Databases makes bear-off databases for a test: a two-sided one with six points and the
// given maximal number of checkers, and, unless points is 0, a one-sided one with 15
// checkers and the given number of points.
func Databases(t testing.TB, checkers, points int) *engine.Databases {
	t.Helper()
	dir, d := t.TempDir(), new(engine.Databases)
	two, one := filepath.Join(dir, "two.bd"), filepath.Join(dir, "one.bd")
	if err := bearoff.GenerateTwoSided(t.Context(), two, bearoff.TwoSidedOptions{Points: 6, Checkers: checkers}); err != nil {
		t.Fatal(err)
	}
	if err := d.Open(two); err != nil {
		t.Fatal(err)
	}
	if points == 0 {
		return d
	}
	if err := bearoff.GenerateOneSided(t.Context(), one, bearoff.OneSidedOptions{Points: points}); err != nil {
		t.Fatal(err)
	}
	if err := d.Open(one); err != nil {
		t.Fatal(err)
	}
	return d
}

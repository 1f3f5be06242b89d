package enginetest

import (
	"path/filepath"
	"testing"

	"gammonlab/engine"
	"gammonlab/engine/bearoff"
	"gammonlab/engine/bearoff/generate"
)

// Databases makes bear-off databases for a test: a two-sided one with six points and the
// given maximal number of checkers, and, unless points is 0, a one-sided one with 15
// checkers and the given number of points.
func Databases(t testing.TB, checkers, points int) *engine.Databases {
	t.Helper()
	d := &engine.Databases{TwoSided: []*bearoff.TwoSided{TwoSided(t, 6, checkers)}}
	if points == 0 {
		return d
	}
	one := filepath.Join(t.TempDir(), "one.bd")
	if err := generate.OneSided(t.Context(), one, generate.OneSidedOptions{Points: points}); err != nil {
		t.Fatal(err)
	}
	if err := d.Open(one); err != nil {
		t.Fatal(err)
	}
	return d
}

// TwoSided makes a two-sided database for a test.
func TwoSided(t testing.TB, points, checkers int) *bearoff.TwoSided {
	t.Helper()
	path := filepath.Join(t.TempDir(), "two.bd")
	if err := generate.TwoSided(t.Context(), path, generate.TwoSidedOptions{Points: points, Checkers: checkers}); err != nil {
		t.Fatal(err)
	}
	d, err := bearoff.OpenTwoSided(path)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

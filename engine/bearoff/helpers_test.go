package bearoff_test

import (
	"context"
	"path/filepath"
	"testing"

	"gammonlab/engine/bearoff"
	"gammonlab/engine/bearoff/generate"
	"gammonlab/engine/bearoff/internal/bearofftest"
	"gammonlab/internal/must"
)

// hypers has the databases that several tests read.
var hypers = bearofftest.Hyper{Make: func(ctx context.Context, path string, checkers int) error {
	return generate.Hyper(ctx, path, generate.HyperOptions{Checkers: checkers})
}}

func openOneSided(t testing.TB, path string) *bearoff.OneSided {
	t.Helper()
	d := must.Get(bearoff.OpenOneSided(path))(t)
	t.Cleanup(func() { d.Close() })
	return d
}

func openTwoSided(t testing.TB, path string) *bearoff.TwoSided {
	t.Helper()
	d := must.Get(bearoff.OpenTwoSided(path))(t)
	t.Cleanup(func() { d.Close() })
	return d
}

func openHyper(t testing.TB, path string) *bearoff.Hyper {
	t.Helper()
	d := must.Get(bearoff.OpenHyper(path))(t)
	t.Cleanup(func() { d.Close() })
	return d
}

// made returns files of all layouts.
func made(t testing.TB) map[string]string {
	t.Helper()
	dir := t.TempDir()
	files := map[string]string{}
	for name, o := range map[string]generate.OneSidedOptions{
		"one-sided": {}, "no gammons": {NoGammon: true}, "uncompressed": {Uncompressed: true},
		"uncompressed, no gammons": {Uncompressed: true, NoGammon: true}, "normal": {Normal: true},
	} {
		o.Points = 2
		files[name] = filepath.Join(dir, name+".bd")
		must.OK(t, generate.OneSided(t.Context(), files[name], o))
	}
	for name, o := range map[string]generate.TwoSidedOptions{"two-sided": {}, "cubeless": {Cubeless: true}} {
		o.Points, o.Checkers = 4, 2
		files[name] = filepath.Join(dir, name+".bd")
		must.OK(t, generate.TwoSided(t.Context(), files[name], o))
	}
	return files
}

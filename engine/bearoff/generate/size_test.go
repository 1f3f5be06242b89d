package generate

import (
	"os"
	"path/filepath"
	"testing"

	"gammonlab/internal/must"
)

// Databases have the size that was stated before they were made.
func TestSize(t *testing.T) {
	for name, c := range map[string]struct {
		size func() (Size, error)
		make func(path string) error
	}{
		"one-sided, uncompressed": {OneSidedOptions{Points: 3, Uncompressed: true}.Size, func(path string) error {
			return OneSided(t.Context(), path, OneSidedOptions{Points: 3, Uncompressed: true})
		}},
		"one-sided, uncompressed, no gammons": {OneSidedOptions{Points: 3, Uncompressed: true, NoGammon: true}.Size, func(path string) error {
			return OneSided(t.Context(), path, OneSidedOptions{Points: 3, Uncompressed: true, NoGammon: true})
		}},
		"one-sided, normal": {OneSidedOptions{Points: 3, Normal: true}.Size, func(path string) error {
			return OneSided(t.Context(), path, OneSidedOptions{Points: 3, Normal: true})
		}},
		"two-sided": {TwoSidedOptions{Points: 4, Checkers: 3}.Size, func(path string) error {
			return TwoSided(t.Context(), path, TwoSidedOptions{Points: 4, Checkers: 3})
		}},
		"two-sided, cubeless": {TwoSidedOptions{Points: 4, Checkers: 3, Cubeless: true}.Size, func(path string) error {
			return TwoSided(t.Context(), path, TwoSidedOptions{Points: 4, Checkers: 3, Cubeless: true})
		}},
		"hypergammon": {HyperOptions{Checkers: 1}.Size, func(path string) error {
			return Hyper(t.Context(), path, HyperOptions{Checkers: 1})
		}},
	} {
		size := must.Get(c.size())(t)
		path := filepath.Join(t.TempDir(), "made.bd")
		must.OK(t, c.make(path))
		if got := must.Get(os.Stat(path))(t).Size(); got != size.Bytes {
			t.Errorf("%s: %d bytes, want %d", name, got, size.Bytes)
		}
	}
	if s := must.Get(OneSidedOptions{Points: 6}.Size())(t); s.Records != 54264 || s.Bytes != 0 {
		t.Errorf("compressed: %+v", s)
	}
	_, err := TwoSidedOptions{Points: 13, Checkers: 1}.Size()
	must.Fail(t, err, "want 1 to 12")
}

// TestCountHyper counts by hand: with a checker each, sides on points p and q of their own
// numbering, of 26 with bar and off, share a point if p + q = 25, which are 24; a side that is off
// ends the game in 51; and of the 25·25 - 24 others, p + q < 25 are the 276 races.
func TestCountHyper(t *testing.T) {
	if got, want := CountHyper(1), (HyperTypes{Contact: 625 - 24 - 276, Race: 276, Over: 51, Illegal: 24}); got != want {
		t.Errorf("1 checker: %+v, want %+v", got, want)
	}
	c := CountHyper(2)
	if all := c.Contact + c.Race + c.Over + c.Illegal; all != 351*351 {
		t.Errorf("2 checkers: %+v, %d in all", c, all)
	}
}

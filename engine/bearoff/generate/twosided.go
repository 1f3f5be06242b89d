package generate

import (
	"context"
	"fmt"

	"gammonlab/engine/bearoff"
)

// TwoSidedOptions are the options of [TwoSided].
type TwoSidedOptions struct {
	Points   int  `json:"points" default:"6" help:"checkers on the first <N> points"`               // 1 to 12
	Checkers int  `json:"checkers" default:"6" help:"number <N> of checkers of each side, 1 to 11"` // maximum
	Cubeless bool `json:"cubeless,omitempty" help:"omit equities with the cube"`

	Workers  int                     `json:"-"` // number of goroutines; 0 for one per processor
	Progress func(done, total int64) `json:"-"` // called with the number of positions solved, if not nil; not concurrently
}

const (
	maxTwoSidedPoints   = 12 // excludes contact
	maxTwoSidedCheckers = 11 // the maximum of gnubg's own generator

	// maxTwoSidedSides keeps files below 2³² bytes.
	maxTwoSidedSides = 23170

	// resumedSides is the maximal number of sides of a run that is not resumed: it
	// takes seconds.
	resumedSides = 3003
)

func (o *TwoSidedOptions) validate() error {
	if o.Points < 1 || o.Points > maxTwoSidedPoints {
		return fmt.Errorf("two-sided database of %d points, want 1 to %d", o.Points, maxTwoSidedPoints)
	}
	if o.Checkers < 1 || o.Checkers > maxTwoSidedCheckers {
		return fmt.Errorf("two-sided database of %d checkers, want 1 to %d", o.Checkers, maxTwoSidedCheckers)
	}
	if n := bearoff.NewIndex(o.Points, o.Checkers).Len(); n > maxTwoSidedSides {
		return fmt.Errorf("two-sided database of %d points and %d checkers has %d sides, want %d at most",
			o.Points, o.Checkers, n, maxTwoSidedSides)
	}
	if o.Workers < 0 {
		return fmt.Errorf("%d workers, want 0 or more", o.Workers)
	}
	return nil
}

func (o *TwoSidedOptions) header() bearoff.Header {
	return bearoff.Header{Kind: bearoff.TwoSidedKind, Points: o.Points, Checkers: o.Checkers, Cubeful: !o.Cubeless}
}

// TwoSided makes the two-sided database at path, byte for byte as
// gnubg's makebearoff, with any number of workers.
//
// The file appears when it is complete. An interrupted run over more than 3003
// sides (8 checkers on 6 points) leaves path.part, from which the next run with
// equal options resumes and writes the same bytes; a run with other options
// returns an error. Memory and path.part are as large as the file: 8 bytes for
// each pair of sides, 1.2 GB for 11 checkers on 6 points. gnubg itself uses
// 32-bit file offsets.
func TwoSided(ctx context.Context, path string, o TwoSidedOptions) error {
	if err := o.validate(); err != nil {
		return err
	}
	keep := bearoff.NewIndex(o.Points, o.Checkers).Len() > resumedSides
	return makeTwoSided(ctx, path, o, keep)
}

func makeTwoSided(ctx context.Context, path string, o TwoSidedOptions, keep bool) error {
	r := newPairRun(ctx, o)
	return makeDatabase(ctx, path, settingsOf(r.header), keep, r)
}

package bearoff

import (
	"context"
	"fmt"
)

// TwoSidedOptions says what database [GenerateTwoSided] makes and how.
type TwoSidedOptions struct {
	Points   int  // on which checkers can be, 1 to 12
	Checkers int  // of each side at most, 1 to 11
	Cubeless bool // without equities with a cube

	Workers  int                     // as many as processors if 0
	Progress func(done, total int64) // positions solved, if not nil; one call at a time
}

const (
	maxTwoSidedPoints   = 12 // so that there is never contact
	maxTwoSidedCheckers = 11 // that gnubg's own generator makes

	// maxTwoSidedSides keeps files below 2³² bytes.
	maxTwoSidedSides = 23170

	// resumedSides is the most sides of a run that is not resumed: it takes
	// seconds.
	resumedSides = 3003
)

func (o *TwoSidedOptions) validate() error {
	if o.Points < 1 || o.Points > maxTwoSidedPoints {
		return fmt.Errorf("bearoff: two-sided database of %d points, want 1 to %d", o.Points, maxTwoSidedPoints)
	}
	if o.Checkers < 1 || o.Checkers > maxTwoSidedCheckers {
		return fmt.Errorf("bearoff: two-sided database of %d checkers, want 1 to %d", o.Checkers, maxTwoSidedCheckers)
	}
	if n := NewIndex(o.Points, o.Checkers).Len(); n > maxTwoSidedSides {
		return fmt.Errorf("bearoff: two-sided database of %d points and %d checkers has %d sides, want %d at most",
			o.Points, o.Checkers, n, maxTwoSidedSides)
	}
	if o.Workers < 0 {
		return fmt.Errorf("bearoff: %d workers, want 0 or more", o.Workers)
	}
	return nil
}

func (o *TwoSidedOptions) header() Header {
	return Header{Kind: TwoSidedKind, Points: o.Points, Checkers: o.Checkers, Cubeful: !o.Cubeless}
}

// GenerateTwoSided makes the two-sided database at path, byte for byte the one
// that gnubg's makebearoff makes, with any number of workers.
//
// The file appears when it is complete. A run over more than 3003 sides (8
// checkers on 6 points) that is stopped, by the context or a kill, leaves
// path.part, from which the next run with equal options goes on to the same
// bytes; one with other options fails. Memory and path.part take as much as the
// file: 8 bytes for each pair of sides, 1.2 GB for 11 checkers on 6 points.
// gnubg itself addresses files with 32 bits.
func GenerateTwoSided(ctx context.Context, path string, o TwoSidedOptions) error {
	if err := o.validate(); err != nil {
		return err
	}
	keep := NewIndex(o.Points, o.Checkers).Len() > resumedSides
	return generateTwoSided(ctx, path, o, keep)
}

func generateTwoSided(ctx context.Context, path string, o TwoSidedOptions, keep bool) error {
	r := newPairRun(ctx, o)
	return makeDatabase(ctx, path, r.header.settings(), keep, r)
}

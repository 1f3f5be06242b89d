package upkeep

import (
	"context"
	"fmt"

	"gammonlab/datasets"
	"gammonlab/internal/plaintext"
)

// Part is a part of a split database.
type Part struct {
	Name  string  `json:"name"`
	Path  string  `json:"out"`
	Share float64 `json:"share"`                                                      // share of the rows
	Rows  int64   `json:"rows" unit:"positions" meaning:"positions of the last part"` // number of rows written
}

// Parts is the result of a split, as text and JSON.
type Parts struct {
	Parts []Part `json:"parts"`
	Bad   int64  `json:"bad"` // rows that were skipped
}

// Text returns a line for each part.
func (p *Parts) Text() string {
	var fields [][2]string
	for _, part := range p.Parts {
		fields = append(fields, [2]string{part.Name, fmt.Sprintf("%d %s in %s", part.Rows, plaintext.Noun(part.Rows, "row", "rows"), part.Path)})
	}
	if p.Bad > 0 {
		fields = append(fields, [2]string{"skipped", fmt.Sprintf("%d bad %s", p.Bad, plaintext.Noun(p.Bad, "row", "rows"))})
	}
	return plaintext.Fields("", fields)
}

// SplitOptions are the settings of [Split].
type SplitOptions struct {
	Salt     uint64         // 0 gives the same split as in the rest of the program; any other salt gives another split
	SkipBad  bool           // skip bad rows, and count them
	Progress func(rows int) // receives the number of rows read since the last call
}

// Split divides the rows of a database into files by [datasets.Share] of their positions: the
// first part has the rows with a Share below the part's share, and so on. The part of a
// position does not depend on other rows. The shares must add up to 1. The parts get the
// provenance of the file. Split returns the number of bad rows that it skipped.
func Split(ctx context.Context, from string, parts []Part, o SplitOptions) (bad int64, err error) {
	bounds, err := partBounds(parts)
	if err != nil {
		return 0, err
	}
	f, err := datasets.Open(from)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	if o.SkipBad {
		f.SkipBad()
	}
	writers := make([]*datasets.Writer, len(parts))
	for i := range parts {
		if writers[i], err = datasets.Create(parts[i].Path, f.Meta()); err != nil {
			return 0, err
		}
		defer writers[i].Abort()
		parts[i].Rows = 0
	}
	err = datasets.Each(ctx, f, o.Progress, func(r *datasets.Row) error {
		i, at := 0, datasets.Share(r.Position.Key(), o.Salt)
		for at >= bounds[i] {
			i++
		}
		parts[i].Rows++
		return writers[i].Write(r)
	})
	bad, _ = f.Skipped()
	if err != nil {
		return bad, err
	}
	for _, w := range writers {
		if err := w.Close(); err != nil {
			return bad, err
		}
	}
	return bad, nil
}

// partBounds returns the upper bounds of the parts between 0 and 1; the last one is
// above 1.
func partBounds(parts []Part) ([]float64, error) {
	var bounds []float64
	sum := 0.0
	for _, p := range parts {
		if !(p.Share > 0 && p.Share <= 1) {
			return nil, fmt.Errorf("share %v of %s, want above 0 and at most 1", p.Share, p.Path)
		}
		sum += p.Share
		bounds = append(bounds, sum)
	}
	if !(sum > 1-1e-9 && sum < 1+1e-9) {
		return nil, fmt.Errorf("the shares add up to %v, want 1", sum)
	}
	bounds[len(bounds)-1] = 2
	return bounds, nil
}

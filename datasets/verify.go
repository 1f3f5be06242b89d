package datasets

import (
	"context"
	"fmt"

	"gammonlab/internal/plaintext"
)

// Findings are the results of [Verify].
type Findings struct {
	Rows     int64 // valid rows, including those that repeat a key
	Bad      int64
	Repeated int64 // valid rows whose key occurred before
	First    error // error of the first row that is bad or repeats a key; nil if there is none
}

// Verify reads the remaining rows of a file, skips bad ones, and looks for keys that
// occur twice. It takes the memory of a [KeySet]. progress receives the number of rows
// read since the last call.
func Verify(ctx context.Context, f *File, progress func(rows int)) (Findings, error) {
	var found Findings
	var keys KeySet
	f.SkipBad()
	err := each(ctx, f, progress, func(r *Row) error {
		found.Rows++
		if !keys.Add(r.Position.Key()) {
			found.Repeated++
			if found.First == nil {
				found.First = fmt.Errorf("%s: row %d: column %s: %s occurred in an earlier row", f.path, f.row, keyColumn, r.Position.ID())
			}
		}
		return nil
	})
	var bad error
	if found.Bad, bad = f.Skipped(); bad != nil {
		found.First = bad
	}
	return found, err
}

// progressRows is the number of rows between two reports of progress.
const progressRows = 1 << 12

// each calls do for each remaining row of a reader. progress may be nil.
func each(ctx context.Context, from Reader, progress func(rows int), do func(r *Row) error) error {
	if progress == nil {
		progress = func(int) {}
	}
	done := 0
	for row, err := range Rows(from) {
		if err != nil {
			progress(done)
			return err
		}
		if err := do(&row); err != nil {
			return err
		}
		if done++; done == progressRows {
			progress(done)
			if done = 0; ctx.Err() != nil {
				return ctx.Err()
			}
		}
	}
	progress(done)
	return nil
}

// Verified is the report of [Verify], as text and JSON.
type Verified struct {
	OK       bool   `json:"ok"`
	File     string `json:"file"`
	Rows     int64  `json:"rows"`
	Bad      int64  `json:"bad"`
	Repeated int64  `json:"repeated"`
	Problem  string `json:"problem,omitempty"`
}

// Text returns a line, and a second one with the problem, if any.
func (v *Verified) Text() string {
	if v.OK {
		return fmt.Sprintf("%s: OK, %d %s\n", v.File, v.Rows, plaintext.Noun(v.Rows, "row", "rows"))
	}
	return fmt.Sprintf("%s: %d good %s, %d bad, %d that repeat a position\n%s\n", v.File, v.Rows, plaintext.Noun(v.Rows, "row", "rows"), v.Bad, v.Repeated, v.Problem)
}

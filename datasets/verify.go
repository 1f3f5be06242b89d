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
	Excluded int64 // valid rows whose label the rules of the game exclude, see [Row.CheckRules]
	First    error // error of the first row that is bad, repeats a key or has such a label; nil if there is none
}

// Verify reads the remaining rows of a file, skips bad ones, and looks for keys that
// occur twice and for labels that the rules of the game exclude. It takes the memory of a
// [KeySet]. progress receives the number of rows read since the last call.
func Verify(ctx context.Context, f *File, progress func(rows int)) (Findings, error) {
	var found Findings
	var keys KeySet
	f.SkipBad()
	err := Each(ctx, f, progress, func(r *Row) error {
		found.Rows++
		if !keys.Add(r.Position.Key()) {
			found.add(&found.Repeated, f, fmt.Errorf("column %s: %s occurred in an earlier row", KeyColumn, r.Position.ID()))
		}
		if err := r.CheckRules(); err != nil {
			found.add(&found.Excluded, f, fmt.Errorf("%w; position %s", err, r.Position.ID()))
		}
		return nil
	})
	var bad error
	if found.Bad, bad = f.Skipped(); bad != nil {
		found.First = bad
	}
	return found, err
}

// add counts an error about the last row of the file.
func (found *Findings) add(count *int64, f *File, err error) {
	*count++
	if found.First == nil {
		found.First = fmt.Errorf("%s: row %d: %w", f.path, f.row, err)
	}
}

// progressRows is the number of rows between two reports of progress.
const progressRows = 1 << 12

// Each calls do for each remaining row of a reader, until an error or the end of the context.
// progress receives the number of rows read since the last call; it may be nil.
func Each(ctx context.Context, from Reader, progress func(rows int), do func(r *Row) error) error {
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
	Rows     int64  `json:"rows" unit:"positions" meaning:"valid rows"`
	Bad      int64  `json:"bad" unit:"rows" better:"lower" meaning:"invalid rows"`
	Repeated int64  `json:"repeated"`
	Excluded int64  `json:"excluded"` // labels that the rules of the game exclude
	Problem  string `json:"problem,omitempty"`
}

// Report returns the report of the findings about a file. Problem is the first error.
func (found *Findings) Report(file string) *Verified {
	v := &Verified{OK: found.First == nil, File: file, Rows: found.Rows, Bad: found.Bad, Repeated: found.Repeated, Excluded: found.Excluded}
	if !v.OK {
		v.Problem = found.First.Error()
	}
	return v
}

// Text returns a line, and a second one with the problem, if any.
func (v *Verified) Text() string {
	if v.OK {
		return fmt.Sprintf("%s: OK, %d %s\n", v.File, v.Rows, plaintext.Noun(v.Rows, "row", "rows"))
	}
	return fmt.Sprintf("%s: %d readable %s, %d bad, %d that repeat a position, %d with labels that the rules exclude\n%s\n",
		v.File, v.Rows, plaintext.Noun(v.Rows, "row", "rows"), v.Bad, v.Repeated, v.Excluded, v.Problem)
}

package datasets

import (
	"context"
	"fmt"
)

// Findings are what a look at all rows of a database found.
type Findings struct {
	Rows     int64 // good ones, also those that repeat a key
	Bad      int64
	Repeated int64 // good rows whose key a row before them had
	First    error // a bad row, or one that repeats a key; nil if there is none
}

// Verify reads what is left of a file, over bad rows, and looks for keys that
// come twice. It takes the memory of a [KeySet]. progress receives rows that
// were read.
func Verify(ctx context.Context, f *File, progress func(rows int)) (Findings, error) {
	var found Findings
	var keys KeySet
	f.SkipBad()
	err := each(ctx, f, progress, func(r *Row) error {
		found.Rows++
		if !keys.Add(r.Position.Key()) {
			found.Repeated++
			if found.First == nil {
				found.First = fmt.Errorf("%s: row %d: column %s: %s was in a row before", f.path, f.row, keyColumn, r.Position.ID())
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

// progressRows is how many rows are read between two reports.
const progressRows = 1 << 12

// each does something with each row that a reader has left. progress may be nil.
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

// Verified says for people and in JSON what was found in a file.
type Verified struct {
	OK       bool   `json:"ok"`
	File     string `json:"file"`
	Rows     int64  `json:"rows"`
	Bad      int64  `json:"bad"`
	Repeated int64  `json:"repeated"`
	Problem  string `json:"problem,omitempty"`
}

// Text returns a line, with the problem another.
func (v *Verified) Text() string {
	if v.OK {
		return fmt.Sprintf("%s: OK, %d rows\n", v.File, v.Rows)
	}
	return fmt.Sprintf("%s: %d good rows, %d bad, %d that repeat a position\n%s\n", v.File, v.Rows, v.Bad, v.Repeated, v.Problem)
}

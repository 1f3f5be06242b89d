package exchange

import (
	"context"
	"errors"
	"io"

	"gammonlab/datasets"
)

// Exported is what became of the rows of a database.
type Exported struct {
	Rows       int64 // written
	Unlabelled int64 // left out, as the format cannot hold rows without a label
}

// Export writes the rows of a database in a format. Progress, if it is not nil,
// is told how many rows more are done.
func Export(ctx context.Context, to io.Writer, from datasets.Reader, f Format, progress func(rows int)) (Exported, error) {
	var done Exported
	w, err := NewWriter(to, f)
	if err != nil {
		return done, err
	}
	if progress == nil {
		progress = func(int) {}
	}
	for n := 1; ; n++ {
		row, err := from.Read()
		switch {
		case errors.Is(err, io.EOF):
			progress((n - 1) % progressRows)
			return done, w.Flush()
		case err != nil:
			return done, err
		case row.Method == datasets.Unlabelled && f != CSV:
			done.Unlabelled++
		default:
			if err := w.Write(&row); err != nil {
				return done, err
			}
			done.Rows++
		}
		if n%progressRows == 0 {
			progress(progressRows)
			if err := ctx.Err(); err != nil {
				return done, err
			}
		}
	}
}

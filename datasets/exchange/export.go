package exchange

import (
	"context"
	"io"

	"gammonlab/datasets"
)

// Exported is what became of the rows of a database.
type Exported struct {
	Rows       int64 // written
	Unlabelled int64 // left out, as the format cannot hold rows without a label
}

// Export writes the rows of a database in a format. Progress, if it is not nil,
// receives how many rows more are done.
func Export(ctx context.Context, to io.Writer, from datasets.Reader, f Format, progress func(rows int)) (Exported, error) {
	var done Exported
	w, err := NewWriter(to, f)
	if err != nil {
		return done, err
	}
	if progress == nil {
		progress = func(int) {}
	}
	n := 0
	for row, err := range datasets.Rows(from) {
		switch {
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
		if n++; n%progressRows == 0 {
			progress(progressRows)
			if err := ctx.Err(); err != nil {
				return done, err
			}
		}
	}
	progress(n % progressRows)
	return done, w.Flush()
}

package exchange

import (
	"context"
	"io"

	"gammonlab/datasets"
)

// Exported counts the exported rows of a database.
type Exported struct {
	Rows       int64 // written
	Unlabelled int64 // rows left out, because the format has no unlabelled positions
}

// Export writes the rows of a database in a format. Progress, if it is not nil,
// receives the number of rows done since the last call.
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

package exchange

import (
	"context"
	"fmt"
	"io"

	"gammonlab/datasets"
	"gammonlab/internal/plaintext"
)

// Exported counts the exported rows of a database.
type Exported struct {
	Out        string `json:"out"` // name of the file, if the caller sets it
	Format     Format `json:"format"`
	Rows       int64  `json:"rows" unit:"positions" meaning:"positions that were written"` // rows written
	Unlabelled int64  `json:"unlabelled"`                                                  // rows left out, because the format has no unlabelled positions
}

// Text returns a line.
func (e *Exported) Text() string {
	return fmt.Sprintf("%s: %d %s\n", e.Out, e.Rows, plaintext.Noun(e.Rows, "row", "rows"))
}

// Export writes the rows of a database in a format. progress, if not nil, receives the
// number of rows written since its last call.
func Export(ctx context.Context, to io.Writer, from datasets.Reader, f Format, progress func(rows int)) (Exported, error) {
	var done Exported
	db, ok := from.(interface{ Meta() datasets.Meta })
	w, err := NewWriter(to, f, ok && db.Meta().Cubes)
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

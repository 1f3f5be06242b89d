package exchange

import (
	"io"

	"gammonlab/datasets"
	"gammonlab/internal/plaintext"
)

// maxLine is the maximal length of a line. The longest lines are decisions with about
// twenty plays.
const maxLine = 1 << 16

// lines reads a text line by line.
type lines struct{ *plaintext.Lines }

func newLines(r io.Reader, file string) lines { return lines{plaintext.NewLines(r, file, maxLine)} }

// bad returns an error about the last line.
func (l *lines) bad(err error) error {
	return &datasets.BadRow{File: l.Name, Line: l.Number, Err: err}
}

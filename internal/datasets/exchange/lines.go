package exchange

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"gammonlab/datasets"
)

// maxLine bounds the length of a line, to limit memory if the file has another format.
// The longest lines are decisions with about twenty plays.
const maxLine = 1 << 16

// lines reads a text line by line.
type lines struct {
	file   string // name of the file in errors
	in     *bufio.Reader
	number int // number of the last line, from 1
}

func newLines(r io.Reader, file string) lines {
	return lines{file: file, in: bufio.NewReaderSize(r, maxLine)}
}

// next returns the next line with its line ending, and io.EOF after the last.
func (l *lines) next() (string, error) {
	text, err := l.in.ReadSlice('\n')
	switch {
	case errors.Is(err, bufio.ErrBufferFull):
		return "", fmt.Errorf("%s:%d: the line is longer than %d bytes", l.file, l.number+1, maxLine)
	case errors.Is(err, io.EOF) && len(text) > 0: // the last line has no line ending
	case errors.Is(err, io.EOF):
		return "", io.EOF
	case err != nil:
		return "", fmt.Errorf("%s: %w", l.file, err)
	}
	l.number++
	return string(text), nil
}

// bad returns an error about the last line.
func (l *lines) bad(err error) error {
	return &datasets.BadRow{File: l.file, Line: l.number, Err: err}
}

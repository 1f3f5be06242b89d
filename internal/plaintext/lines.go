package plaintext

import (
	"bufio"
	"errors"
	"fmt"
	"io"
)

// Lines reads a text line by line. Its errors have the name of the text and the number of
// the line.
type Lines struct {
	Name   string
	Number int // of the last line, from 1

	in      *bufio.Reader
	longest int
}

// NewLines returns a reader of a text with a name, such as that of its file. The length of a
// line is limited, so that a file of another kind does not fill the memory.
func NewLines(r io.Reader, name string, longest int) *Lines {
	return &Lines{Name: name, in: bufio.NewReaderSize(r, longest+len("\r\n")), longest: longest}
}

// Next returns the next line with its line ending, and [io.EOF] after the last.
func (l *Lines) Next() (string, error) {
	text, err := l.in.ReadSlice('\n')
	switch {
	case errors.Is(err, bufio.ErrBufferFull):
		l.Number++
		return "", l.Fault(fmt.Errorf("longer than %d bytes", l.longest))
	case errors.Is(err, io.EOF) && len(text) > 0: // the last line has no line ending
	case errors.Is(err, io.EOF):
		return "", io.EOF
	case err != nil:
		return "", fmt.Errorf("%s: %w", l.Name, err)
	}
	l.Number++
	return string(text), nil
}

// Fault returns an error about the last line.
func (l *Lines) Fault(err error) error { return fmt.Errorf("%s:%d: %w", l.Name, l.Number, err) }

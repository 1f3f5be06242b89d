package table

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"

	"gammonlab/board"
	"gammonlab/datasets"
)

// csvSource is a table in a text. It holds one line in memory at a time.
type csvSource struct {
	file string
	rows *csv.Reader
}

// NewCSV reads the header of a table of positions of the variant, whose columns are
// separated by commas or by semicolons. Errors use the given file name.
func NewCSV(r io.Reader, file string, v board.Variant, names Columns) (*Reader, error) {
	in := withoutMark(r)
	rows := csv.NewReader(&boundedLines{r: in})
	rows.Comma = separator(in)
	rows.ReuseRecord = true
	c := &csvSource{file, rows}
	header, err := rows.Read()
	switch {
	case errors.Is(err, io.EOF):
		return nil, fmt.Errorf("%s: empty, want a header with the columns %s", file, wantedColumns)
	case err != nil:
		return nil, c.tableError(header, err)
	}
	t, err := newTable(c, header, v, names)
	if err != nil {
		return nil, fmt.Errorf("%s:1: %w", file, err)
	}
	return t, nil
}

// next implements [source].
func (c *csvSource) next() ([]string, error) {
	fields, err := c.rows.Read()
	if err != nil {
		err = c.tableError(fields, err)
	}
	return fields, err
}

// bad implements [source].
func (c *csvSource) bad(err error) error {
	line, _ := c.rows.FieldPos(0)
	return &datasets.BadRow{File: c.file, Line: line, Err: err}
}

// separator finds the column separator at the beginning of the header.
func separator(in *bufio.Reader) rune {
	const enough = 1 << 10
	begin, _ := in.Peek(enough)
	header, _, _ := bytes.Cut(begin, []byte("\n"))
	if bytes.ContainsRune(header, ';') && !bytes.ContainsRune(header, ',') {
		return ';'
	}
	return ','
}

// tableError adds file and line to an error of the table's syntax.
func (c *csvSource) tableError(row []string, err error) error {
	var syntax *csv.ParseError
	switch {
	case errors.Is(err, io.EOF):
		return io.EOF
	case !errors.As(err, &syntax):
		return fmt.Errorf("%s: %w", c.file, err)
	case errors.Is(err, csv.ErrFieldCount):
		return &datasets.BadRow{File: c.file, Line: syntax.Line, Err: fmt.Errorf("%d columns, want %d as in the header", len(row), c.rows.FieldsPerRecord)}
	}
	return &datasets.BadRow{File: c.file, Line: syntax.Line, Err: fmt.Errorf("byte %d: %w", syntax.Column, syntax.Err)}
}

// withoutMark returns a reader of r without the byte order mark, which some programs
// write before UTF-8.
func withoutMark(r io.Reader) *bufio.Reader {
	mark := []byte("\xef\xbb\xbf")
	buffered := bufio.NewReader(r)
	if begin, _ := buffered.Peek(len(mark)); slices.Equal(begin, mark) {
		buffered.Discard(len(mark))
	}
	return buffered
}

// maxLine bounds the lines of a table, to limit memory if the file is not a table.
const maxLine = 1 << 20

// boundedLines reads until the end or until a line is longer than maxLine.
type boundedLines struct {
	r     io.Reader
	since int // bytes since the last end of a line
}

// Read implements [io.Reader].
func (b *boundedLines) Read(dst []byte) (int, error) {
	n, err := b.r.Read(dst[:min(len(dst), maxLine)])
	if i := bytes.LastIndexByte(dst[:n], '\n'); i >= 0 {
		b.since = n - i - 1
	} else if b.since += n; b.since > maxLine {
		return 0, fmt.Errorf("a line is longer than %d bytes", maxLine)
	}
	return n, err
}

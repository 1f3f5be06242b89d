package datasets

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"gammonlab/board"
	"gammonlab/engine"
)

// CSV reads rows from a table with a header. Required columns are position_id, with a
// position ID, and the probabilities win, win_gammon, win_backgammon, lose_gammon,
// lose_backgammon, as in the output of "gammonlab eval --format csv", or win, wg, wbg,
// lg, lbg for short, or wildbg's names. The other columns of a [Row] are optional: the
// standard errors of the probabilities and of the equity (win_error and so on,
// equity_error or se), cubeful, method, trials, labeller, source, seed and weight. An
// empty field is an unknown value; a table with the column weight must have a weight in
// every row. Columns may be in any order, separated by commas or by semicolons. CSV skips
// all other columns, including class, which follows from the position. It holds one line
// in memory at a time.
type CSV struct {
	// Defaults of the columns that the table lacks. The method is [Imported] unless the
	// caller changes it before the first Read.
	Method Method
	Trials int32
	Source string

	// Noise is the tolerance for probabilities that are out of range or order, see
	// [Clamp].
	Noise float32

	file    string
	rows    *csv.Reader
	variant board.Variant
	id      int                 // column of the position ID
	columns [engine.Outputs]int // columns of the probabilities
	method  int                 // column of the method, -1 if there is none
	others  []otherColumn       // optional columns of the table
	moved   int64
}

// NewCSV reads the header of a table of positions of the variant. Errors use the given
// file name.
func NewCSV(r io.Reader, file string, v board.Variant) (*CSV, error) {
	in := withoutMark(r)
	rows := csv.NewReader(&boundedLines{r: in})
	rows.Comma = separator(in)
	rows.ReuseRecord = true
	c := &CSV{file: file, rows: rows, variant: v, Method: Imported}
	header, err := rows.Read()
	switch {
	case errors.Is(err, io.EOF):
		return nil, fmt.Errorf("%s: empty, want a header with the columns %s", file, wantedColumns)
	case err != nil:
		return nil, c.tableError(header, err)
	}
	if err := c.findColumns(header); err != nil {
		return nil, fmt.Errorf("%s:1: %w", file, err)
	}
	return c, nil
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

// Read implements [Reader]. After a [BadRow] it can be called again.
func (c *CSV) Read() (Row, error) {
	fields, err := c.rows.Read()
	if err != nil {
		return Row{}, c.tableError(fields, err)
	}
	r, err := c.parse(fields)
	if err != nil {
		line, _ := c.rows.FieldPos(0)
		return Row{}, &BadRow{c.file, line, err}
	}
	return r, nil
}

// Moved returns the number of rows whose probabilities were clamped because they were out
// of range or order by noise.
func (c *CSV) Moved() int64 { return c.moved }

// parse reads the fields of a row.
func (c *CSV) parse(fields []string) (Row, error) {
	pos, err := board.ParseID(strings.TrimSpace(fields[c.id]), c.variant)
	if err != nil {
		return Row{}, fmt.Errorf("column %s: %w", idColumn, err)
	}
	r := NewRow(pos)
	r.Method, r.Trials, r.Source = c.Method, c.Trials, c.Source
	if c.method >= 0 {
		if r.Method, err = ParseMethod(strings.TrimSpace(fields[c.method])); err != nil {
			return Row{}, fmt.Errorf("column %s is %w", methodColumn, err)
		}
	}
	for _, column := range c.others {
		if err := column.set(&r, strings.TrimSpace(fields[column.at])); err != nil {
			return Row{}, fmt.Errorf("column %s is %w", column.name, err)
		}
	}
	if r.Method == Unlabelled {
		r.ClearLabel()
		return r, r.Check()
	}
	return r, c.parseLabel(&r, fields)
}

// parseLabel reads the probabilities and checks the row.
func (c *CSV) parseLabel(r *Row, fields []string) error {
	margin := float64(max(c.Noise, rounding))
	for k, column := range c.columns {
		v, err := strconv.ParseFloat(strings.TrimSpace(fields[column]), 32)
		if err != nil || !(v >= -margin && v <= 1+margin) { // rejects NaN, too
			return fmt.Errorf("column %s is %q, want a probability from 0 to 1", longNames[k], fields[column])
		}
		r.Probabilities[k] = float32(v)
	}
	if Clamp(&r.Probabilities, c.Noise) {
		c.moved++
	}
	return r.Check()
}

// tableError adds file and line to an error of the table's syntax.
func (c *CSV) tableError(row []string, err error) error {
	var syntax *csv.ParseError
	switch {
	case errors.Is(err, io.EOF):
		return io.EOF
	case !errors.As(err, &syntax):
		return fmt.Errorf("%s: %w", c.file, err)
	case errors.Is(err, csv.ErrFieldCount):
		return &BadRow{c.file, syntax.Line, fmt.Errorf("%d columns, want %d as in the header", len(row), c.rows.FieldsPerRecord)}
	}
	return &BadRow{c.file, syntax.Line, fmt.Errorf("byte %d: %w", syntax.Column, syntax.Err)}
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

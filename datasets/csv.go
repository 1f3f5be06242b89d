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

// Names of the columns of a CSV file. The probabilities go by either name.
const idColumn = "position_id"

var (
	longNames  = [engine.Outputs]string{"win", "win_gammon", "win_backgammon", "lose_gammon", "lose_backgammon"}
	shortNames = [engine.Outputs]string{"win", "wg", "wbg", "lg", "lbg"}
)

// CSV reads positions, with labels of method [Imported], from a table with a
// header: position_id, an ID of gnubg's, and win, win_gammon, win_backgammon,
// lose_gammon, lose_backgammon, as "gammonlab eval --format csv" prints them, or
// win, wg, wbg, lg, lbg for short. The columns may stand in any order; others
// are skipped. It streams and holds one line at a time.
type CSV struct {
	file    string
	rows    *csv.Reader
	variant board.Variant
	id      int                 // column of the position ID
	columns [engine.Outputs]int // of the probabilities
}

// NewCSV reads the header of a table of positions of the variant. Errors name
// the file as it is called here.
func NewCSV(r io.Reader, file string, v board.Variant) (*CSV, error) {
	rows := csv.NewReader(&boundedLines{r: withoutMark(r)})
	rows.ReuseRecord = true
	c := &CSV{file: file, rows: rows, variant: v}
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

var wantedColumns = idColumn + ", " + strings.Join(longNames[:], ", ")

// findColumns looks up in the header where everything stands.
func (c *CSV) findColumns(header []string) error {
	var err error
	if c.id, err = findColumn(header, idColumn, idColumn); err != nil {
		return err
	}
	for k := range c.columns {
		if c.columns[k], err = findColumn(header, longNames[k], shortNames[k]); err != nil {
			return err
		}
	}
	return nil
}

// findColumn returns the only column that goes by one of two names.
func findColumn(header []string, name, other string) (int, error) {
	found := -1
	for i, title := range header {
		title = strings.TrimSpace(title)
		switch {
		case title != name && title != other:
		case found >= 0:
			return 0, fmt.Errorf("columns %d and %d are both %s", found+1, i+1, name)
		default:
			found = i
		}
	}
	if found < 0 {
		return 0, fmt.Errorf("no column %s, want a header with the columns %s", name, wantedColumns)
	}
	return found, nil
}

// Read implements [Reader].
func (c *CSV) Read() (Row, error) {
	row, err := c.rows.Read()
	if err != nil {
		return Row{}, c.tableError(row, err)
	}
	l, err := c.parse(row)
	if err != nil {
		line, _ := c.rows.FieldPos(0)
		return Row{}, fmt.Errorf("%s:%d: %w", c.file, line, err)
	}
	return l, nil
}

// parse reads the fields of a row.
func (c *CSV) parse(row []string) (Row, error) {
	pos, err := board.ParseID(strings.TrimSpace(row[c.id]), c.variant)
	if err != nil {
		return Row{}, fmt.Errorf("column %s: %w", idColumn, err)
	}
	l := NewRow(pos)
	l.Method = Imported
	for k, column := range c.columns {
		v, err := strconv.ParseFloat(strings.TrimSpace(row[column]), 32)
		if err != nil || !(v >= -rounding && v <= 1+rounding) { // so that NaN fails too
			return l, fmt.Errorf("column %s is %q, want a probability from 0 to 1", longNames[k], row[column])
		}
		l.Probabilities[k] = float32(min(max(v, 0), 1))
	}
	return l, checkOrder(&l.Probabilities)
}

// rounding is by how much a probability may leave the range from 0 to 1, into
// which it is then brought back: sums of databases do, by a float32's last bit.
const rounding = 1e-6

// tableError puts file and line to what is wrong with the table itself.
func (c *CSV) tableError(row []string, err error) error {
	var syntax *csv.ParseError
	switch {
	case errors.Is(err, io.EOF):
		return io.EOF
	case !errors.As(err, &syntax):
		return fmt.Errorf("%s: %w", c.file, err)
	case errors.Is(err, csv.ErrFieldCount):
		return fmt.Errorf("%s:%d: %d columns, want %d as in the header", c.file, syntax.Line, len(row), c.rows.FieldsPerRecord)
	}
	return fmt.Errorf("%s:%d: byte %d: %w", c.file, syntax.Line, syntax.Column, syntax.Err)
}

// withoutMark returns r without the byte order mark that some programs put in
// front of UTF-8.
func withoutMark(r io.Reader) io.Reader {
	mark := []byte("\xef\xbb\xbf")
	buffered := bufio.NewReader(r)
	if begin, _ := buffered.Peek(len(mark)); slices.Equal(begin, mark) {
		buffered.Discard(len(mark))
	}
	return buffered
}

// maxLine bounds the lines of a table, so that a wrong file cannot take all the
// memory.
const maxLine = 1 << 20

// boundedLines reads until a line is longer than maxLine.
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

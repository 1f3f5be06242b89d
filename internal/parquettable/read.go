package parquettable

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/file"
	"github.com/apache/arrow/go/v15/parquet/schema"

	"gammonlab/internal/floats"
	"gammonlab/internal/parquetfile"
)

// Reader reads the rows of a file of any program as texts. The library checks such files
// little: damage may be an error or change values.
type Reader struct {
	in      *file.Reader
	flat    []int // the columns that are not nested
	names   []string
	columns []textColumn // those chosen
	group   int          // the next group of rows
	left    int64        // rows of the group that no batch has yet
	batch   int          // rows of the batch
	at      int          // the next row of the batch
}

// textColumn has the values of a batch of a column.
type textColumn struct {
	name   string
	index  int // in the file
	most   int16
	spell  func(int64) string // writes whole numbers
	from   file.ColumnChunkReader
	values []string
	levels []int16
}

// Limits of the memory for a table.
const (
	tableBatch = 1 << 10 // rows
	mostTable  = 1 << 28 // bytes of a page
)

// NewReader reads the footer of a file.
func NewReader(f parquet.ReaderAtSeeker) (t *Reader, err error) {
	defer parquetfile.Recovered(&err)
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, err
	}
	props := parquet.NewReaderProperties(parquetfile.Bounded(mostTable, size))
	props.BufferedStreamEnabled = true // a column of a group need not fit the memory
	in, err := file.NewParquetReader(f, file.WithReadProps(props))
	if err != nil {
		return nil, parquetfile.NoEnd(err)
	}
	t = &Reader{in: in}
	root := in.MetaData().Schema
	for i := range root.NumColumns() {
		if c := root.Column(i); c.MaxRepetitionLevel() == 0 && len(c.ColumnPath()) == 1 {
			t.flat = append(t.flat, i)
			t.names = append(t.names, c.Name())
		}
	}
	return t, nil
}

// Names returns the names of the columns that are not nested.
func (t *Reader) Names() []string { return t.names }

// Choose sets the columns whose values [Reader.Next] returns, by their indexes in Names.
func (t *Reader) Choose(columns []int) error {
	for _, at := range columns {
		c := t.in.MetaData().Schema.Column(t.flat[at])
		spell, err := spelling(c)
		if err != nil {
			return fmt.Errorf("column %s: %w", c.Name(), err)
		}
		t.columns = append(t.columns, textColumn{
			name: c.Name(), index: t.flat[at], most: c.MaxDefinitionLevel(), spell: spell, levels: make([]int16, tableBatch),
		})
	}
	return nil
}

// spelling returns the function that writes the whole numbers of a column, and an error for a
// type whose values have no plain text.
func spelling(c *schema.Column) (func(int64) string, error) {
	whole := func(v int64) string { return strconv.FormatInt(v, 10) }
	switch l := c.LogicalType().(type) {
	case *schema.IntLogicalType:
		if !l.IsSigned() {
			return func(v int64) string { return strconv.FormatUint(uint64(v)&(1<<l.BitWidth()-1), 10) }, nil
		}
	case *schema.DecimalLogicalType:
		if t := c.PhysicalType(); t != parquet.Types.Int32 && t != parquet.Types.Int64 {
			return nil, fmt.Errorf("contains %v, want numbers of at most 18 digits", l)
		}
		return func(v int64) string { return fmt.Sprintf("%de-%d", v, l.Scale()) }, nil
	case schema.NoLogicalType, schema.UnknownLogicalType, schema.StringLogicalType, schema.EnumLogicalType, schema.Float16LogicalType, schema.NullLogicalType:
	default:
		return nil, fmt.Errorf("contains %v, want numbers or texts", c.LogicalType())
	}
	if c.PhysicalType() == parquet.Types.Int96 {
		return nil, errors.New("contains times, want numbers or texts")
	}
	return whole, nil
}

// Next returns the values of the next row, "" where there is none, and io.EOF after the last
// row. The slice is valid until the next call.
func (t *Reader) Next(dst []string) (_ []string, err error) {
	if t.at == t.batch {
		if err := t.nextBatch(); err != nil {
			return nil, err
		}
	}
	dst = dst[:0]
	for i := range t.columns {
		dst = append(dst, t.columns[i].values[t.at])
	}
	t.at++
	return dst, nil
}

// nextBatch reads the next rows of all columns.
func (t *Reader) nextBatch() (err error) {
	defer parquetfile.Recovered(&err)
	for t.left == 0 {
		if t.group == t.in.NumRowGroups() {
			return io.EOF
		}
		group := t.in.RowGroup(t.group)
		t.group++
		t.left = group.NumRows()
		for i := range t.columns {
			c := &t.columns[i]
			if c.from, err = group.Column(c.index); err != nil {
				return fmt.Errorf("column %s: %w", c.name, parquetfile.NoEnd(err))
			}
		}
	}
	n := min(t.left, tableBatch)
	if n < 0 {
		return fmt.Errorf("group %d has %d rows", t.group, t.left)
	}
	for i := range t.columns {
		if err := t.columns[i].read(int(n)); err != nil {
			return fmt.Errorf("column %s: %w", t.columns[i].name, parquetfile.NoEnd(err))
		}
	}
	t.left -= n
	t.batch, t.at = int(n), 0
	return nil
}

// read reads the values of n rows.
func (c *textColumn) read(n int) error {
	c.values = c.values[:0]
	switch from := c.from.(type) {
	case *file.BooleanColumnChunkReader:
		return readTexts(c, n, from.ReadBatch, strconv.FormatBool)
	case *file.Int32ColumnChunkReader:
		return readTexts(c, n, from.ReadBatch, func(v int32) string { return c.spell(int64(v)) })
	case *file.Int64ColumnChunkReader:
		return readTexts(c, n, from.ReadBatch, c.spell)
	case *file.Float32ColumnChunkReader:
		return readTexts(c, n, from.ReadBatch, func(v float32) string { return number(float64(v), 32) })
	case *file.Float64ColumnChunkReader:
		return readTexts(c, n, from.ReadBatch, func(v float64) string { return number(v, 64) })
	case *file.ByteArrayColumnChunkReader:
		return readTexts(c, n, from.ReadBatch, func(v parquet.ByteArray) string { return string(v) })
	case *file.FixedLenByteArrayColumnChunkReader:
		return readTexts(c, n, from.ReadBatch, func(v parquet.FixedLenByteArray) string {
			if _, half := c.from.Descriptor().LogicalType().(schema.Float16LogicalType); half && len(v) == 2 {
				return number(float64(floats.Half(binary.LittleEndian.Uint16(v))), 32)
			}
			return string(v)
		})
	}
	return fmt.Errorf("no way to read %T", c.from)
}

// readTexts reads n values, or nulls, with the reader's function.
func readTexts[V any](c *textColumn, n int, read func(int64, []V, []int16, []int16) (int64, int, error), text func(V) string) error {
	values := make([]V, n)
	for len(c.values) < n {
		total, known, err := read(int64(n-len(c.values)), values, c.levels, nil)
		if err == nil {
			err = c.from.Err()
		}
		if err != nil {
			return err
		}
		if total == 0 {
			return fmt.Errorf("ends before the last row of its group")
		}
		next := 0
		for i := range int(total) {
			switch {
			case c.most > 0 && c.levels[i] < c.most:
				c.values = append(c.values, "")
			case next == known:
				return errors.New("has fewer values than rows")
			default:
				c.values = append(c.values, text(values[next]))
				next++
			}
		}
	}
	return nil
}

// number writes a number that [strconv.ParseFloat] reads without loss; whole numbers of up to
// 15 digits are written as such.
func number(v float64, bits int) string {
	if v == math.Trunc(v) && math.Abs(v) < 1e15 {
		return strconv.FormatFloat(v, 'f', -1, bits)
	}
	return strconv.FormatFloat(v, 'g', -1, bits)
}

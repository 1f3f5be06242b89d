package parquettable

import (
	"fmt"
	"io"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/file"
	"github.com/apache/arrow/go/v15/parquet/metadata"
	"github.com/apache/arrow/go/v15/parquet/schema"

	"gammonlab/internal/parquetfile"
)

// Column is a column of texts or of numbers, of which NaN is written as null. "" of optional texts
// is null, too.
type Column struct {
	Name     string
	Texts    []string
	Optional bool
	Numbers  []float64
	As       Type // of the numbers
}

// Type is how numbers are written.
type Type int

// The types of numbers.
const (
	Number Type = iota
	Whole       // numbers without decimals, of up to 53 bits
	Bool        // 0 is false, others are true
)

// node returns the description of the column.
func (c *Column) node() schema.Node {
	optional := parquet.Repetitions.Optional
	switch {
	case c.Texts != nil:
		if !c.Optional {
			optional = parquet.Repetitions.Required
		}
		return schema.Must(schema.NewPrimitiveNodeLogical(c.Name, optional, schema.StringLogicalType{}, parquet.Types.ByteArray, 0, -1))
	case c.As == Whole:
		return schema.NewInt64Node(c.Name, optional, -1)
	case c.As == Bool:
		return schema.NewBooleanNode(c.Name, optional, -1)
	}
	return schema.NewFloat64Node(c.Name, optional, -1)
}

// Write writes a file of columns of the same length.
func Write(to io.Writer, kv metadata.KeyValueMetadata, columns []Column) error {
	var fields schema.FieldList
	for i := range columns {
		fields = append(fields, columns[i].node())
	}
	root, err := schema.NewGroupNode("schema", parquet.Repetitions.Required, fields, -1)
	if err != nil {
		return err
	}
	w := parquetfile.NewWriter(to, root, kv)
	if len(columns) > 0 && len(columns[0].Texts)+len(columns[0].Numbers) > 0 {
		if err := w.Group(func(_, i int, to file.ColumnChunkWriter) error { return columns[i].write(to) }); err != nil {
			return err
		}
	}
	return w.Close()
}

// write writes the values of the column.
func (c *Column) write(to file.ColumnChunkWriter) (err error) {
	switch to := to.(type) {
	case *file.ByteArrayColumnChunkWriter:
		values, levels := known(c.Texts, func(text string) bool { return text != "" || !c.Optional }, func(text string) parquet.ByteArray { return parquet.ByteArray(text) })
		if !c.Optional {
			levels = nil
		}
		_, err = to.WriteBatch(values, levels, nil)
	case *file.Float64ColumnChunkWriter:
		values, levels := known(c.Numbers, isNumber, func(x float64) float64 { return x })
		_, err = to.WriteBatch(values, levels, nil)
	case *file.Int64ColumnChunkWriter:
		values, levels := known(c.Numbers, isNumber, func(x float64) int64 { return int64(x) })
		_, err = to.WriteBatch(values, levels, nil)
	case *file.BooleanColumnChunkWriter:
		values, levels := known(c.Numbers, isNumber, func(x float64) bool { return x != 0 })
		_, err = to.WriteBatch(values, levels, nil)
	default:
		err = fmt.Errorf("no way to write %T", to)
	}
	return err
}

func isNumber(x float64) bool { return x == x }

// known returns the values that are not null, and a level for each row: 1 for these.
func known[V, W any](all []V, is func(V) bool, of func(V) W) (values []W, levels []int16) {
	levels = make([]int16, len(all))
	for i, v := range all {
		if is(v) {
			values = append(values, of(v))
			levels[i] = 1
		}
	}
	return values, levels
}

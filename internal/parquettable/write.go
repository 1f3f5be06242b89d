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

// Column is a column of texts or of numbers, of which NaN is written as null.
type Column struct {
	Name    string
	Texts   []string
	Numbers []float64
}

// Write writes a file of columns of the same length.
func Write(to io.Writer, kv metadata.KeyValueMetadata, columns []Column) error {
	var fields schema.FieldList
	for _, c := range columns {
		if c.Texts != nil {
			fields = append(fields, schema.Must(schema.NewPrimitiveNodeLogical(c.Name, parquet.Repetitions.Required, schema.StringLogicalType{}, parquet.Types.ByteArray, 0, -1)))
		} else {
			fields = append(fields, schema.NewFloat64Node(c.Name, parquet.Repetitions.Optional, -1))
		}
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
		var values []parquet.ByteArray
		for _, text := range c.Texts {
			values = append(values, parquet.ByteArray(text))
		}
		_, err = to.WriteBatch(values, nil, nil)
	case *file.Float64ColumnChunkWriter:
		var values []float64
		levels := make([]int16, len(c.Numbers))
		for i, v := range c.Numbers {
			if v == v {
				values = append(values, v)
				levels[i] = 1
			}
		}
		_, err = to.WriteBatch(values, levels, nil)
	default:
		err = fmt.Errorf("no way to write %T", to)
	}
	return err
}

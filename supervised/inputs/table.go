package inputs

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/file"
	"github.com/apache/arrow/go/v15/parquet/metadata"
	"github.com/apache/arrow/go/v15/parquet/schema"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/internal/atomicfile"
	"gammonlab/internal/parquetfile"
)

// Columns of a table before the columns of numbers, and the prefix of the names of
// inputs, which distinguishes them from other columns.
const (
	keyColumn   = "key"
	classColumn = "class"
	inputPrefix = "input."
	plainCount  = 2
)

// groupRows is the number of rows in memory at a time: 16 MB for 250 inputs. The library
// uses ten times that for the columns of a group and keeps half a megabyte of each group
// for the footer.
const groupRows = 1 << 14

// table writes a Parquet file.
type table struct {
	file    *atomicfile.File
	buffer  *bufio.Writer
	parquet *parquetfile.Writer
	keys    []parquet.FixedLenByteArray
	classes []parquet.ByteArray
	numbers [][]float32 // by columns: targets, inputs
}

// createTable creates the file.
func createTable(path string, d *Description) (writer, error) {
	f, err := atomicfile.Create(path)
	if err != nil {
		return nil, err
	}
	kv := metadata.NewKeyValueMetadata()
	for _, entry := range [][2]string{
		{"format", tableFormat}, {"features", d.Features}, {"variant", d.Variant},
		{"classes", strings.Join(d.Classes, ",")}, {"database_sha256", d.Database},
	} {
		if err := kv.Append(entry[0], entry[1]); err != nil {
			f.Abort()
			return nil, err
		}
	}
	t := &table{file: f, buffer: bufio.NewWriterSize(f, 1<<16), numbers: make([][]float32, engine.Outputs+len(d.Inputs))}
	t.parquet = parquetfile.NewWriter(t.buffer, tableSchema(d), kv, parquet.WithMaxRowGroupLength(groupRows), parquet.WithDictionaryFor(classColumn, true))
	return t, nil
}

const tableFormat = "gammonlab-inputs"

// tableSchema returns the columns: key, class, the targets, the inputs.
func tableSchema(d *Description) *schema.GroupNode {
	required := parquet.Repetitions.Required
	fields := schema.FieldList{
		schema.NewFixedLenByteArrayNode(keyColumn, required, int32(len(board.Key{})), -1),
		schema.Must(schema.NewPrimitiveNodeLogical(classColumn, required, schema.StringLogicalType{}, parquet.Types.ByteArray, 0, -1)),
	}
	for _, name := range d.Targets {
		fields = append(fields, schema.NewFloat32Node(name, required, -1))
	}
	for _, name := range d.Inputs {
		fields = append(fields, schema.NewFloat32Node(inputPrefix+name, required, -1))
	}
	return schema.MustGroup(schema.NewGroupNode("schema", required, fields, -1))
}

func (t *table) write(r *row) error {
	key := r.key
	t.keys = append(t.keys, key[:])
	t.classes = append(t.classes, parquet.ByteArray(r.class.String()))
	for k, v := range r.targets {
		t.numbers[k] = append(t.numbers[k], v)
	}
	for k, v := range r.inputs {
		t.numbers[engine.Outputs+k] = append(t.numbers[engine.Outputs+k], v)
	}
	if len(t.keys) < groupRows {
		return nil
	}
	return t.flush()
}

// flush writes the rows in memory as a group.
func (t *table) flush() error {
	err := t.parquet.Group(func(_, column int, to file.ColumnChunkWriter) (err error) {
		switch to := to.(type) {
		case *file.FixedLenByteArrayColumnChunkWriter:
			_, err = to.WriteBatch(t.keys, nil, nil)
		case *file.ByteArrayColumnChunkWriter:
			_, err = to.WriteBatch(t.classes, nil, nil)
		case *file.Float32ColumnChunkWriter:
			_, err = to.WriteBatch(t.numbers[column-plainCount], nil, nil)
		default:
			err = fmt.Errorf("no way to write %T", to)
		}
		return err
	})
	t.keys, t.classes = t.keys[:0], t.classes[:0]
	for k := range t.numbers {
		t.numbers[k] = t.numbers[k][:0]
	}
	return err
}

func (t *table) commit() error {
	if len(t.keys) > 0 {
		if err := t.flush(); err != nil {
			return err
		}
	}
	if err := t.parquet.Close(); err != nil {
		return err
	}
	if err := t.buffer.Flush(); err != nil {
		return err
	}
	return t.file.Commit()
}

func (t *table) abort() { t.file.Abort() }

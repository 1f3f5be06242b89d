package simulate

import (
	"fmt"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/file"
	"github.com/apache/arrow/go/v15/parquet/schema"
)

// column is a column of a file, with its field of a row.
type column struct {
	name  string
	at    func(r *Row) any // returns a pointer to the field
	place bool             // identifies the match; determined by the grid
}

// columns lists the columns of a file in their order.
var columns = []column{
	{"pair", func(r *Row) any { return &r.Pair }, true},
	{"player_a", func(r *Row) any { return &r.PlayerA }, true},
	{"player_b", func(r *Row) any { return &r.PlayerB }, true},
	{"checker_a", func(r *Row) any { return &r.CheckerA }, true},
	{"cube_a", func(r *Row) any { return &r.CubeA }, true},
	{"checker_b", func(r *Row) any { return &r.CheckerB }, true},
	{"cube_b", func(r *Row) any { return &r.CubeB }, true},
	{"length", func(r *Row) any { return &r.Length }, true},
	{"match", func(r *Row) any { return &r.Match }, true},
	{"seed", func(r *Row) any { return &r.Seed }, true},
	{"won", func(r *Row) any { return &r.Won }, false},
	{"games", func(r *Row) any { return &r.Games }, false},
	{"plies", func(r *Row) any { return &r.Plies }, false},
	{"luck_adjusted", func(r *Row) any { return &r.Luck }, false},
	{"plays_a", func(r *Row) any { return &r.PlaysA }, false},
	{"plays_b", func(r *Row) any { return &r.PlaysB }, false},
	{"play_error_a", func(r *Row) any { return &r.PlayErrorA }, false},
	{"play_error_b", func(r *Row) any { return &r.PlayErrorB }, false},
	{"cubes_a", func(r *Row) any { return &r.CubesA }, false},
	{"cubes_b", func(r *Row) any { return &r.CubesB }, false},
	{"cube_error_a", func(r *Row) any { return &r.CubeErrorA }, false},
	{"cube_error_b", func(r *Row) any { return &r.CubeErrorB }, false},
}

// fileSchema returns the schema of a file.
func fileSchema() *schema.GroupNode {
	var fields schema.FieldList
	for _, c := range columns {
		fields = append(fields, c.node())
	}
	return schema.MustGroup(schema.NewGroupNode("schema", parquet.Repetitions.Required, fields, -1))
}

// node returns the column's node in a Parquet schema.
func (c column) node() schema.Node {
	required := parquet.Repetitions.Required
	switch c.at(new(Row)).(type) {
	case *int32:
		return schema.NewInt32Node(c.name, required, -1)
	case *uint64:
		return schema.Must(schema.NewPrimitiveNodeLogical(c.name, required, schema.NewIntLogicalType(64, false), parquet.Types.Int64, 0, -1))
	case *float32:
		return schema.NewFloat32Node(c.name, required, -1)
	case *float64:
		return schema.NewFloat64Node(c.name, required, -1)
	case *bool:
		return schema.NewBooleanNode(c.name, required, -1)
	}
	return schema.Must(schema.NewPrimitiveNodeLogical(c.name, required, schema.StringLogicalType{}, parquet.Types.ByteArray, 0, -1))
}

// text returns the value of a row in the column as text.
func (c column) text(r *Row) string {
	switch at := c.at(r).(type) {
	case *int32:
		return fmt.Sprint(*at)
	case *uint64:
		return fmt.Sprint(*at)
	case *float32:
		return fmt.Sprint(*at)
	case *float64:
		return fmt.Sprint(*at)
	case *bool:
		return fmt.Sprint(*at)
	case *string:
		return fmt.Sprintf("%q", *at)
	}
	panic("simulate: a column of an unknown type")
}

// fields returns the values of rows in a column.
func fields[F, T any](c column, rows []Row, of func(F) T) []T {
	all := make([]T, len(rows))
	for i := range rows {
		all[i] = of(*c.at(&rows[i]).(*F))
	}
	return all
}

// itself returns its argument.
func itself[T any](v T) T { return v }

// write writes the column's values of the rows.
func (c column) write(to file.ColumnChunkWriter, rows []Row) (err error) {
	switch to := to.(type) {
	case *file.Int32ColumnChunkWriter:
		_, err = to.WriteBatch(fields(c, rows, itself[int32]), nil, nil)
	case *file.Int64ColumnChunkWriter:
		_, err = to.WriteBatch(fields(c, rows, func(v uint64) int64 { return int64(v) }), nil, nil)
	case *file.Float32ColumnChunkWriter:
		_, err = to.WriteBatch(fields(c, rows, itself[float32]), nil, nil)
	case *file.Float64ColumnChunkWriter:
		_, err = to.WriteBatch(fields(c, rows, itself[float64]), nil, nil)
	case *file.BooleanColumnChunkWriter:
		_, err = to.WriteBatch(fields(c, rows, itself[bool]), nil, nil)
	case *file.ByteArrayColumnChunkWriter:
		_, err = to.WriteBatch(fields(c, rows, func(v string) parquet.ByteArray { return parquet.ByteArray(v) }), nil, nil)
	default:
		err = fmt.Errorf("no way to write %T", to)
	}
	return err
}

// read sets the fields of the rows to the values of a column.
func (c column) read(rows []Row, from file.ColumnChunkReader) error {
	switch from := from.(type) {
	case *file.Int32ColumnChunkReader:
		return put(c, rows, from.ReadBatch, itself[int32])
	case *file.Int64ColumnChunkReader:
		return put(c, rows, from.ReadBatch, func(v int64) uint64 { return uint64(v) })
	case *file.Float32ColumnChunkReader:
		return put(c, rows, from.ReadBatch, itself[float32])
	case *file.Float64ColumnChunkReader:
		return put(c, rows, from.ReadBatch, itself[float64])
	case *file.BooleanColumnChunkReader:
		return put(c, rows, from.ReadBatch, itself[bool])
	case *file.ByteArrayColumnChunkReader:
		known := map[string]string{} // texts repeat: one copy of each is enough
		return put(c, rows, from.ReadBatch, func(v parquet.ByteArray) string {
			text, ok := known[string(v)]
			if !ok {
				text = string(v)
				known[text] = text
			}
			return text
		})
	}
	return fmt.Errorf("no way to read %T", from)
}

// put reads the values of a column, in the library's type, and sets the fields of rows.
// Texts are valid only until the next read.
func put[V, F any](c column, rows []Row, read func(int64, []V, []int16, []int16) (int64, int, error), of func(V) F) error {
	values := make([]V, min(len(rows), 1<<12))
	for done := 0; done < len(rows); {
		_, n, err := read(int64(min(len(rows)-done, len(values))), values, nil, nil)
		if err == nil && n == 0 {
			err = fmt.Errorf("ends after %d of %d values", done, len(rows))
		}
		if err != nil {
			return err
		}
		for _, v := range values[:n] {
			*c.at(&rows[done]).(*F) = of(v)
			done++
		}
	}
	return nil
}

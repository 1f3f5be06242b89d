package parquetfile

import (
	"fmt"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/metadata"
	"github.com/apache/arrow/go/v15/parquet/schema"
)

// checkSchema returns the number of columns of a file. It returns an error if the columns
// differ from the format's columns; the last columns of the format may be optional.
func checkSchema(root, want *schema.GroupNode, optional int) (columns int, err error) {
	columns = want.NumFields()
	for ; optional > 0 && root.FieldIndexByName(want.Field(columns-1).Name()) < 0; optional-- {
		columns--
	}
	for i := range columns {
		column := want.Field(i)
		j := root.FieldIndexByName(column.Name())
		if j < 0 {
			return 0, fmt.Errorf("no column %s", column.Name())
		}
		if have, want := describe(root.Field(j)), describe(column); have != want {
			return 0, fmt.Errorf("column %s contains %s, want %s", column.Name(), have, want)
		}
	}
	for i := range root.NumFields() {
		name := root.Field(i).Name()
		switch j := want.FieldIndexByName(name); {
		case j < 0 || j >= columns:
			return 0, fmt.Errorf("column %q is not of this format", name)
		case j != i:
			return 0, fmt.Errorf("column %s is number %d, want number %d", name, i+1, j+1)
		}
	}
	return columns, nil
}

// describe names the type of a column.
func describe(n schema.Node) string {
	p, ok := n.(*schema.PrimitiveNode)
	if !ok {
		return "several columns"
	}
	text := fmt.Sprintf("%v %v", n.RepetitionType(), p.PhysicalType())
	if p.PhysicalType() == parquet.Types.FixedLenByteArray {
		text += fmt.Sprintf("[%d]", p.TypeLength())
	}
	if l := n.LogicalType(); l != nil && !l.IsNone() {
		text += " as " + l.String()
	}
	return text
}

// Value returns the value of a key of the metadata, "" if there is none.
func Value(kv metadata.KeyValueMetadata, key string) string {
	if v := kv.FindValue(key); v != nil {
		return *v
	}
	return ""
}

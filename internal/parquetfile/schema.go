package parquetfile

import (
	"fmt"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/metadata"
	"github.com/apache/arrow/go/v15/parquet/schema"
)

// checkSchema returns the columns of a file. It returns an error if they differ from the
// format's columns, of which the file may lack some of the optional ones at the end.
func checkSchema(root, all *schema.GroupNode, optional int) (*schema.GroupNode, error) {
	var there schema.FieldList
	for i := range all.NumFields() {
		column := all.Field(i)
		if i < all.NumFields()-optional || root.FieldIndexByName(column.Name()) >= 0 {
			there = append(there, column)
		}
	}
	want, err := schema.NewGroupNode(all.Name(), parquet.Repetitions.Required, there, -1)
	if err != nil {
		return nil, err
	}
	for _, column := range there {
		j := root.FieldIndexByName(column.Name())
		if j < 0 {
			return nil, fmt.Errorf("no column %s", column.Name())
		}
		if have, want := describe(root.Field(j)), describe(column); have != want {
			return nil, fmt.Errorf("column %s contains %s, want %s", column.Name(), have, want)
		}
	}
	for i := range root.NumFields() {
		name := root.Field(i).Name()
		switch j := want.FieldIndexByName(name); {
		case j < 0:
			return nil, fmt.Errorf("column %q is not of this format", name)
		case j != i:
			return nil, fmt.Errorf("column %s is number %d, want number %d", name, i+1, j+1)
		}
	}
	return want, nil
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

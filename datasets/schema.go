package datasets

import (
	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/schema"

	"gammonlab/board"
	"gammonlab/engine"
)

// Version is the version of the file format.
const Version = 1

// Names of the columns of a file, except those of the probabilities and their errors.
const (
	keyColumn         = "key"
	classColumn       = "class"
	errorSuffix       = "_error"
	equityErrorColumn = "equity_error"
	cubefulColumn     = "cubeful"
	methodColumn      = "method"
	trialsColumn      = "trials"
	labellerColumn    = "labeller"
	sourceColumn      = "source"
	seedColumn        = "seed"
	weightColumn      = "weight"
)

// kind is the type of a column.
type kind uint8

const (
	keys   kind = iota // ten bytes
	texts              // UTF-8, from a dictionary
	floats             // float32, null if unknown
	counts             // int32
	seeds              // uint64
)

// column is a column of a file. index is its number among the block's columns of the same
// kind.
type column struct {
	name  string
	kind  kind
	index int
}

// Indexes of the columns of text in a block.
const (
	classText = iota
	methodText
	labellerText
	sourceText
	numTexts
)

// Indexes of the columns of floats in a block, after the probabilities and their
// errors.
const (
	firstError   = engine.Outputs
	equityError  = 2 * engine.Outputs
	cubefulFloat = equityError + 1
	weightFloat  = cubefulFloat + 1
	numFloats    = weightFloat + 1
)

// columns lists the columns of a file in order. The last column exists only in files
// whose rows have weights.
var columns = func() []column {
	list := []column{{keyColumn, keys, 0}, {classColumn, texts, classText}}
	for k, name := range longNames {
		list = append(list, column{name, floats, k})
	}
	for k, name := range longNames {
		list = append(list, column{name + errorSuffix, floats, firstError + k})
	}
	return append(list,
		column{equityErrorColumn, floats, equityError}, column{cubefulColumn, floats, cubefulFloat},
		column{methodColumn, texts, methodText}, column{trialsColumn, counts, 0},
		column{labellerColumn, texts, labellerText}, column{sourceColumn, texts, sourceText},
		column{seedColumn, seeds, 0}, column{weightColumn, floats, weightFloat})
}()

// columnsOf returns the columns of a file with or without weights.
func columnsOf(weighted bool) []column {
	if weighted {
		return columns
	}
	return columns[:len(columns)-1]
}

// node returns the column's node in a Parquet schema.
func (c column) node() schema.Node {
	required, optional := parquet.Repetitions.Required, parquet.Repetitions.Optional
	switch c.kind {
	case keys:
		return schema.NewFixedLenByteArrayNode(c.name, required, int32(len(board.Key{})), -1)
	case texts:
		return schema.Must(schema.NewPrimitiveNodeLogical(c.name, required, schema.StringLogicalType{}, parquet.Types.ByteArray, 0, -1))
	case floats:
		return schema.NewFloat32Node(c.name, optional, -1)
	case counts:
		return schema.NewInt32Node(c.name, required, -1)
	}
	return schema.Must(schema.NewPrimitiveNodeLogical(c.name, required, schema.NewIntLogicalType(64, false), parquet.Types.Int64, 0, -1))
}

// fileSchema returns the schema of a file with or without weights.
func fileSchema(weighted bool) *schema.GroupNode {
	var fields schema.FieldList
	for _, c := range columnsOf(weighted) {
		fields = append(fields, c.node())
	}
	return schema.MustGroup(schema.NewGroupNode("schema", parquet.Repetitions.Required, fields, -1))
}

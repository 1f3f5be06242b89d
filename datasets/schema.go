package datasets

import (
	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/schema"

	"gammonlab/board"
	"gammonlab/engine"
)

// Version is the version of the file format.
const Version = 1

// longNames are the names of the columns of the probabilities.
var longNames = [engine.Outputs]string{"win", "win_gammon", "win_backgammon", "lose_gammon", "lose_backgammon"}

// OutputNames returns the names of the five probabilities in files.
func OutputNames() [engine.Outputs]string { return longNames }

// Names of the other columns of a file. ErrorSuffix follows the name of a probability whose error
// a column has.
const (
	KeyColumn         = "key"
	ClassColumn       = "class"
	ErrorSuffix       = "_error"
	EquityErrorColumn = "equity_error"
	CubefulColumn     = "cubeful"
	MethodColumn      = "method"
	TrialsColumn      = "trials"
	LabellerColumn    = "labeller"
	SourceColumn      = "source"
	SeedColumn        = "seed"
	WeightColumn      = "weight"
)

// kind is the type of a column.
type kind uint8

const (
	keys        kind = iota // ten bytes
	texts                   // UTF-8, from a dictionary
	floats                  // float32, null if unknown
	counts                  // int32
	matchCounts             // int32, null if unknown
	seeds                   // uint64
)

// column is a column of a file. index is its number among the block's columns of the same
// kind.
type column struct {
	name    string
	kind    kind
	index   int
	meaning string // of a column of cubes
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
	firstCube    = cubefulFloat + 1
	weightFloat  = firstCube + NumCubeStates
	numFloats    = weightFloat + 1
)

// Indexes of the columns of counts in a block, after the trials.
const (
	firstMatchCount = 1
	numMatchCounts  = 3
	numCounts       = firstMatchCount + numMatchCounts
)

// columns lists all columns in order. Those of cubes exist only in files with [Meta.Cubes],
// the last column only in files whose rows have weights.
var columns = func() []column {
	list := []column{{name: KeyColumn, kind: keys}, {name: ClassColumn, kind: texts, index: classText}}
	for k, name := range longNames {
		list = append(list, column{name: name, kind: floats, index: k})
	}
	for k, name := range longNames {
		list = append(list, column{name: name + ErrorSuffix, kind: floats, index: firstError + k})
	}
	list = append(list,
		column{name: EquityErrorColumn, kind: floats, index: equityError}, column{name: CubefulColumn, kind: floats, index: cubefulFloat},
		column{name: MethodColumn, kind: texts, index: methodText}, column{name: TrialsColumn, kind: counts},
		column{name: LabellerColumn, kind: texts, index: labellerText}, column{name: SourceColumn, kind: texts, index: sourceText},
		column{name: SeedColumn, kind: seeds})
	return append(append(list, cubeColumns...), column{name: WeightColumn, kind: floats, index: weightFloat})
}()

// columnsOf returns the columns of a file with or without cubes and weights.
func columnsOf(cubes, weighted bool) (list []column) {
	for _, c := range columns {
		if (cubes || c.meaning == "") && (weighted || c.name != WeightColumn) {
			list = append(list, c)
		}
	}
	return list
}

// ColumnNames returns the names of the columns of a file, in their order, with or without the
// columns of [Cubes.States] and of weights.
func ColumnNames(cubes, weighted bool) (names []string) {
	for _, c := range columnsOf(cubes, weighted) {
		names = append(names, c.name)
	}
	return names
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
	case matchCounts:
		return schema.NewInt32Node(c.name, optional, -1)
	}
	return schema.Must(schema.NewPrimitiveNodeLogical(c.name, required, schema.NewIntLogicalType(64, false), parquet.Types.Int64, 0, -1))
}

// fileSchema returns the schema of a file with or without cubes and weights.
func fileSchema(cubes, weighted bool) *schema.GroupNode {
	var fields schema.FieldList
	for _, c := range columnsOf(cubes, weighted) {
		fields = append(fields, c.node())
	}
	return schema.MustGroup(schema.NewGroupNode("schema", parquet.Repetitions.Required, fields, -1))
}

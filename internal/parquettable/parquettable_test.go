package parquettable

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/compress"
	"github.com/apache/arrow/go/v15/parquet/file"
	"github.com/apache/arrow/go/v15/parquet/metadata"
	"github.com/apache/arrow/go/v15/parquet/schema"

	"gammonlab/internal/must"
)

var required = parquet.Repetitions.Required

// good returns a file of two columns.
func good(t testing.TB) []byte {
	var out bytes.Buffer
	must.OK(t, Write(&out, metadata.NewKeyValueMetadata(), []Column{
		{Name: "text", Texts: []string{"a", "b", "c"}}, {Name: "number", Numbers: []float64{0.5, 1, 1.5}},
	}))
	return out.Bytes()
}

// A page takes no more memory than pages of a file of this size may, whatever its head says. This
// one has a text of 16 MiB of zeros in a few kB.
func TestPackedPages(t *testing.T) {
	var packed bytes.Buffer
	texts := schema.MustGroup(schema.NewGroupNode("schema", required, schema.FieldList{schema.NewByteArrayNode("text", required, -1)}, -1))
	w := file.NewParquetWriter(&packed, texts, file.WithWriterProps(parquet.NewWriterProperties(
		parquet.WithCompression(compress.Codecs.Zstd), parquet.WithDictionaryDefault(false), parquet.WithStats(false))))
	column := must.Get(w.AppendRowGroup().NextColumn())(t)
	must.Get(column.(*file.ByteArrayColumnChunkWriter).WriteBatch([]parquet.ByteArray{make([]byte, 16<<20)}, nil, nil))(t)
	must.OK(t, w.Close())
	must.Allocate(t, 4<<20, func() {
		table := must.Get(NewReader(bytes.NewReader(packed.Bytes())))(t)
		must.OK(t, table.Choose([]int{0}))
		must.Fail(t, must.Err(table.Next(nil)), "a page of 16777")
	}, packed.Len(), " bytes: ")
}

// Files whose sizes are lies take little memory, our own and those of other programs.
func TestLyingSizes(t *testing.T) {
	whole := good(t)
	head := len(whole) - 150 // the rest is the footer's end; the heads of pages are before it
	must.Lies(whole[:60], func(lie []byte) {
		must.Allocate(t, 16<<20, func() { readTable(append(lie[:len(lie):len(lie)], whole[len(lie):]...)) })
	})
	must.Lies(whole[head:], func(lie []byte) {
		must.Allocate(t, 16<<20, func() { readTable(append(whole[:head:head], lie...)) })
	})
}

// readTable reads a file as far as it goes.
func readTable(whole []byte) {
	table, err := NewReader(bytes.NewReader(whole))
	if err == nil {
		err = table.Choose([]int{0, 1})
	}
	for err == nil {
		_, err = table.Next(nil)
	}
}

// Numbers, whole numbers, truths and texts come back as they are, and so do their nulls.
func TestTypes(t *testing.T) {
	var out bytes.Buffer
	null := math.NaN()
	must.OK(t, Write(&out, metadata.NewKeyValueMetadata(), []Column{
		{Name: "text", Texts: []string{"a", "", "c"}}, {Name: "some", Texts: []string{"", "b", ""}, Optional: true},
		{Name: "number", Numbers: []float64{0.5, null, -1}}, {Name: "whole", Numbers: []float64{null, 1 << 53, -7}, As: Whole},
		{Name: "truth", Numbers: []float64{1, 0, null}, As: Bool},
	}))
	table := must.Get(NewReader(bytes.NewReader(out.Bytes())))(t)
	must.OK(t, table.Choose([]int{0, 1, 2, 3, 4}))
	for _, want := range []string{"a||0.5||true", "|b||9007199254740992|false", "c||-1|-7|"} {
		if got := strings.Join(must.Get(table.Next(nil))(t), "|"); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	root := table.in.MetaData().Schema
	for i, want := range []parquet.Repetition{required, parquet.Repetitions.Optional, parquet.Repetitions.Optional, parquet.Repetitions.Optional, parquet.Repetitions.Optional} {
		if got := root.Column(i).SchemaNode().RepetitionType(); got != want {
			t.Errorf("column %d is %v, want %v", i, got, want)
		}
	}
}

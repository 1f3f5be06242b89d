package datasets

import (
	"fmt"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/memory"
	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/file"

	"gammonlab/board"
)

// columnWriter writes columns of blocks. It reuses its buffers.
type columnWriter struct {
	keys   []parquet.FixedLenByteArray
	texts  []parquet.ByteArray
	floats []float32
	counts []int32
	levels []int16
	words  []int64
}

// write writes one column of a block.
func (w *columnWriter) write(to file.ColumnChunkWriter, c column, b *block) (err error) {
	switch to := to.(type) {
	case *file.FixedLenByteArrayColumnChunkWriter:
		_, err = to.WriteBatch(w.keyValues(b.keys), nil, nil)
	case *file.ByteArrayColumnChunkWriter:
		err = w.writeTexts(to, &b.texts[c.index])
	case *file.Float32ColumnChunkWriter:
		w.floats, w.levels = known(w.floats[:0], w.levels[:0], b.floats[c.index], func(v float32) bool { return v == v })
		_, err = to.WriteBatch(w.floats, w.levels, nil)
	case *file.Int32ColumnChunkWriter:
		if c.kind == counts {
			_, err = to.WriteBatch(b.counts[c.index], nil, nil)
			break
		}
		w.counts, w.levels = known(w.counts[:0], w.levels[:0], b.counts[c.index], func(v int32) bool { return v != 0 })
		_, err = to.WriteBatch(w.counts, w.levels, nil)
	case *file.Int64ColumnChunkWriter:
		_, err = to.WriteBatch(w.wordValues(b.seeds), nil, nil)
	default:
		err = fmt.Errorf("no way to write %T", to)
	}
	return err
}

func (w *columnWriter) keyValues(keys []board.Key) []parquet.FixedLenByteArray {
	w.keys = w.keys[:0]
	for i := range keys {
		w.keys = append(w.keys, keys[i][:])
	}
	return w.keys
}

// writeTexts writes a column of texts, with the dictionary of the block if it is not too
// large.
func (w *columnWriter) writeTexts(to *file.ByteArrayColumnChunkWriter, t *textColumn) error {
	size := 0
	for _, v := range t.values {
		size += len(v) + 4
	}
	if encoder, ok := to.CurrentEncoder().(interface{ PutDictionary(arrow.Array) error }); ok && size < dictionaryBytes {
		values := array.NewStringBuilder(memory.DefaultAllocator)
		values.AppendValues(t.values, nil)
		if err := encoder.PutDictionary(values.NewStringArray()); err != nil {
			return err
		}
		return to.WriteDictIndices(int32Array(t.indexes), nil, nil)
	}
	_, err := to.WriteBatch(w.textValues(t), nil, nil)
	return err
}

// int32Array returns the values as an array of Arrow, without copying them.
func int32Array(values []int32) arrow.Array {
	buffers := []*memory.Buffer{nil, memory.NewBufferBytes(arrow.Int32Traits.CastToBytes(values))}
	return array.NewInt32Data(array.NewData(arrow.PrimitiveTypes.Int32, len(values), buffers, nil, 0, 0))
}

func (w *columnWriter) textValues(t *textColumn) []parquet.ByteArray {
	values := make([]parquet.ByteArray, len(t.values))
	for i, v := range t.values {
		values[i] = parquet.ByteArray(v)
	}
	w.texts = w.texts[:0]
	for _, i := range t.indexes {
		w.texts = append(w.texts, values[i])
	}
	return w.texts
}

// known appends the known values, and for each row whether its value is known.
func known[T any](values []T, levels []int16, all []T, is func(T) bool) ([]T, []int16) {
	for _, v := range all {
		if !is(v) {
			levels = append(levels, 0)
			continue
		}
		levels = append(levels, 1)
		values = append(values, v)
	}
	return values, levels
}

func (w *columnWriter) wordValues(words []uint64) []int64 {
	w.words = w.words[:0]
	for _, v := range words {
		w.words = append(w.words, int64(v))
	}
	return w.words
}

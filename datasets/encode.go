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
		values, levels := w.floatValues(b.floats[c.index])
		_, err = to.WriteBatch(values, levels, nil)
	case *file.Int32ColumnChunkWriter:
		_, err = to.WriteBatch(b.counts, nil, nil)
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

// floatValues returns the known values, and for each row whether its value is known.
func (w *columnWriter) floatValues(all []float32) (values []float32, levels []int16) {
	w.floats, w.levels = w.floats[:0], w.levels[:0]
	for _, v := range all {
		if v != v {
			w.levels = append(w.levels, 0)
			continue
		}
		w.levels = append(w.levels, 1)
		w.floats = append(w.floats, v)
	}
	return w.floats, w.levels
}

func (w *columnWriter) wordValues(words []uint64) []int64 {
	w.words = w.words[:0]
	for _, v := range words {
		w.words = append(w.words, int64(v))
	}
	return w.words
}

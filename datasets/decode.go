package datasets

import (
	"fmt"
	"slices"

	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/file"
)

// decoder reads groups of rows. It reuses its buffers.
type decoder struct {
	file   *File
	data   []byte
	keys   []parquet.FixedLenByteArray
	texts  []parquet.ByteArray
	floats []float32
	counts []int32
	levels []int16
	words  []int64
}

// batch is the number of values read at a time.
const batch = 1 << 12

func newDecoder(f *File) *decoder {
	return &decoder{
		file: f, keys: make([]parquet.FixedLenByteArray, batch), texts: make([]parquet.ByteArray, batch),
		floats: make([]float32, groupRows), counts: make([]int32, groupRows), levels: make([]int16, groupRows), words: make([]int64, groupRows),
	}
}

// read reads group g into an empty block.
func (d *decoder) read(b *block, g int) (err error) {
	b.n = d.file.groups.GroupRows(g)
	d.data, err = d.file.groups.Group(d.data, g, func(i int, from file.ColumnChunkReader) error {
		return d.column(b, d.file.columns[i], from)
	})
	return err
}

// column reads a column of a group into a block.
func (d *decoder) column(b *block, c column, from file.ColumnChunkReader) error {
	n := int64(b.n)
	var got int64
	var err error
	switch from := from.(type) {
	case *file.FixedLenByteArrayColumnChunkReader:
		got, err = inBatches(n, func(n int64) (int, error) {
			_, read, err := from.ReadBatch(n, d.keys, nil, nil)
			for _, k := range d.keys[:read] {
				b.keys = append(b.keys, [10]byte(k))
			}
			return read, err
		})
	case *file.ByteArrayColumnChunkReader:
		got, err = inBatches(n, func(n int64) (int, error) {
			_, read, err := from.ReadBatch(n, d.texts, nil, nil)
			for _, text := range d.texts[:read] {
				b.texts[c.index].addBytes(text)
			}
			return read, err
		})
	case *file.Float32ColumnChunkReader:
		var read int
		got, read, err = from.ReadBatch(n, d.floats, d.levels, nil)
		b.floats[c.index] = spread(b.floats[c.index][:0], d.floats[:read], d.levels[:got], unknown)
	case *file.Int32ColumnChunkReader:
		if c.kind == counts {
			b.counts[c.index] = slices.Grow(b.counts[c.index][:0], b.n)[:b.n]
			got, _, err = from.ReadBatch(n, b.counts[c.index], nil, nil)
			break
		}
		var read int
		got, read, err = from.ReadBatch(n, d.counts, d.levels, nil)
		b.counts[c.index] = spread(b.counts[c.index][:0], d.counts[:read], d.levels[:got], 0)
	case *file.Int64ColumnChunkReader:
		var read int
		got, read, err = from.ReadBatch(n, d.words, nil, nil)
		for _, w := range d.words[:read] {
			b.seeds = append(b.seeds, uint64(w))
		}
	default:
		return fmt.Errorf("no way to read %T", from)
	}
	if err == nil && from.Err() == nil && got != n {
		err = fmt.Errorf("ends after %d of %d values", got, n)
	}
	return err
}

// inBatches reads n values, a batch at a time.
func inBatches(n int64, read func(n int64) (int, error)) (got int64, err error) {
	for got < n {
		k, err := read(min(n-got, batch))
		got += int64(k)
		if err != nil || k == 0 {
			return got, err
		}
	}
	return got, nil
}

// spread stores each value at its row, and none at rows without a value.
func spread[T any](dst, values []T, levels []int16, none T) []T {
	for _, level := range levels {
		if level == 0 {
			dst = append(dst, none)
			continue
		}
		dst = append(dst, values[0])
		values = values[1:]
	}
	return dst
}

// maxPage is more than the size of any page: it is enough for the texts of all rows of a
// group.
const maxPage = groupRows*(maxText+4) + 1<<20

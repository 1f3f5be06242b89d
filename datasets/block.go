package datasets

import (
	"math"

	"github.com/apache/arrow/go/v15/parquet"

	"gammonlab/board"
	"gammonlab/engine"
)

// groupRows is the number of rows of a group. Groups are compressed, checked and read as
// a whole.
const groupRows = 1 << 17

// block holds the rows of a group by columns.
type block struct {
	n      int
	keys   []board.Key
	texts  [numTexts]textColumn
	floats [numFloats][]float32 // NaN where the file has null
	counts [numCounts][]int32
	seeds  []uint64
}

// textColumn is a column of texts, as indexes into the list of distinct texts.
type textColumn struct {
	indexes []int32
	values  []string
	known   map[string]int32
}

// add appends a text.
func (t *textColumn) add(text string) {
	if n := len(t.indexes); n > 0 && t.values[t.indexes[n-1]] == text {
		t.indexes = append(t.indexes, t.indexes[n-1]) // equal texts often follow each other
		return
	}
	t.indexes = append(t.indexes, t.index(text))
}

// index returns the index of a text; it adds a new text.
func (t *textColumn) index(text string) int32 {
	i, known := t.known[text]
	if !known {
		if t.known == nil {
			t.known = map[string]int32{}
		}
		i = int32(len(t.values))
		t.values = append(t.values, text)
		t.known[text] = i
	}
	return i
}

// addBytes is add for a text as bytes; it does not keep the slice.
func (t *textColumn) addBytes(text parquet.ByteArray) {
	if i, known := t.known[string(text)]; known { // the conversion does not allocate
		t.indexes = append(t.indexes, i)
		return
	}
	t.indexes = append(t.indexes, t.index(string(text)))
}

// at returns text i.
func (t *textColumn) at(i int) string { return t.values[t.indexes[i]] }

// reset empties the column and keeps its memory for reuse.
func (t *textColumn) reset() {
	t.indexes, t.values = t.indexes[:0], t.values[:0]
	clear(t.known)
}

// reset empties the block and keeps its memory for reuse.
func (b *block) reset() {
	b.n, b.keys, b.seeds = 0, b.keys[:0], b.seeds[:0]
	for i := range b.counts {
		b.counts[i] = b.counts[i][:0]
	}
	for i := range b.texts {
		b.texts[i].reset()
	}
	for i := range b.floats {
		b.floats[i] = b.floats[i][:0]
	}
}

var unknown = float32(math.NaN())

// add appends a row.
func (b *block) add(r *Row) {
	b.n++
	b.keys = append(b.keys, r.Position.Key())
	b.texts[classText].add(r.Class.String())
	b.texts[methodText].add(r.Method.String())
	b.texts[sourceText].add(r.Source)
	b.seeds = append(b.seeds, r.Seed)
	b.floats[weightFloat] = append(b.floats[weightFloat], r.Weight)
	if r.Method == Unlabelled {
		b.texts[labellerText].add("")
		for i := range b.counts {
			b.counts[i] = append(b.counts[i], 0)
		}
		for i := range weightFloat {
			b.floats[i] = append(b.floats[i], unknown)
		}
		return
	}
	b.texts[labellerText].add(r.Labeller)
	b.counts[0] = append(b.counts[0], r.Trials)
	for k := range engine.Outputs {
		b.floats[k] = append(b.floats[k], r.Probabilities[k])
		b.floats[firstError+k] = append(b.floats[firstError+k], r.Errors[k])
	}
	b.floats[equityError] = append(b.floats[equityError], r.EquityError)
	b.floats[cubefulFloat] = append(b.floats[cubefulFloat], r.Cubeful)
	for i, v := range r.States {
		b.floats[firstCube+i] = append(b.floats[firstCube+i], v)
	}
	for i, n := range r.Cubes.counts() {
		b.counts[firstMatchCount+i] = append(b.counts[firstMatchCount+i], *n)
	}
}

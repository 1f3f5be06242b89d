package unfinished

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/engine"
)

// A row is the position's key, a byte that says which fields of the label follow,
// the class, the source, and those fields: the ones that are not as in a row
// without a label. Floats go by their bits. A text goes by its number among those
// of the frame; a new one, with the next number, follows with its length.
const (
	hasMethod = 1 << iota
	hasProbabilities
	hasErrors
	hasEquityError
	hasCubeful
	hasTrials
	hasLabeller
	hasSeed
)

// textNumbers gives numbers to the texts of a frame.
type textNumbers struct{ numbers map[string]uint64 }

func (t *textNumbers) reset() { clear(t.numbers) }

// append appends the number of the text, and the text if it is new.
func (t *textNumbers) append(dst []byte, text string) []byte {
	if n, ok := t.numbers[text]; ok {
		return binary.AppendUvarint(dst, n)
	}
	if t.numbers == nil {
		t.numbers = map[string]uint64{}
	}
	n := uint64(len(t.numbers))
	t.numbers[text] = n
	dst = binary.AppendUvarint(dst, n)
	dst = binary.AppendUvarint(dst, uint64(len(text)))
	return append(dst, text...)
}

// appendRow appends the row's bytes.
func appendRow(dst []byte, r *datasets.Row, texts *textNumbers) []byte {
	key := r.Position.Key()
	dst = append(dst, key[:]...)
	fields := fieldsOf(r)
	dst = append(dst, fields, byte(r.Class))
	dst = texts.append(dst, r.Source)
	if fields&hasMethod != 0 {
		dst = texts.append(dst, string(r.Method))
	}
	if fields&hasProbabilities != 0 {
		dst = appendFloats(dst, r.Probabilities[:])
	}
	if fields&hasErrors != 0 {
		dst = appendFloats(dst, r.Errors[:])
	}
	if fields&hasEquityError != 0 {
		dst = appendFloats(dst, []float32{r.EquityError})
	}
	if fields&hasCubeful != 0 {
		dst = appendFloats(dst, []float32{r.Cubeful})
	}
	if fields&hasTrials != 0 {
		dst = binary.LittleEndian.AppendUint32(dst, uint32(r.Trials))
	}
	if fields&hasLabeller != 0 {
		dst = texts.append(dst, r.Labeller)
	}
	if fields&hasSeed != 0 {
		dst = binary.LittleEndian.AppendUint64(dst, r.Seed)
	}
	return dst
}

// unlabelled is a row without a label.
var unlabelled = func() (r datasets.Row) {
	r.ClearLabel()
	return r
}()

// fieldsOf returns which fields of the row are to be written.
func fieldsOf(r *datasets.Row) byte {
	var fields byte
	for _, f := range [...]struct {
		differs bool
		field   byte
	}{
		{r.Method != unlabelled.Method, hasMethod},
		{!sameBits(r.Probabilities[:], unlabelled.Probabilities[:]), hasProbabilities},
		{!sameBits(r.Errors[:], unlabelled.Errors[:]), hasErrors},
		{math.Float32bits(r.EquityError) != math.Float32bits(unlabelled.EquityError), hasEquityError},
		{math.Float32bits(r.Cubeful) != math.Float32bits(unlabelled.Cubeful), hasCubeful},
		{r.Trials != unlabelled.Trials, hasTrials},
		{r.Labeller != unlabelled.Labeller, hasLabeller},
		{r.Seed != unlabelled.Seed, hasSeed},
	} {
		if f.differs {
			fields |= f.field
		}
	}
	return fields
}

// sameBits compares floats so that NaN equals NaN and -0 does not equal 0.
func sameBits(a, b []float32) bool {
	for i := range a {
		if math.Float32bits(a[i]) != math.Float32bits(b[i]) {
			return false
		}
	}
	return true
}

func appendFloats(dst []byte, values []float32) []byte {
	for _, v := range values {
		dst = binary.LittleEndian.AppendUint32(dst, math.Float32bits(v))
	}
	return dst
}

// decoder reads what appendRow and frames write. After the first error it reads
// zeros.
type decoder struct {
	rest    []byte
	variant board.Variant
	texts   []string
	err     error
}

var errShort = errors.New("ends too early")

func (d *decoder) fail(err error) {
	if d.err == nil {
		d.err = err
	}
	d.rest = nil
}

func (d *decoder) uvarint() uint64 {
	v, n := binary.Uvarint(d.rest)
	if n <= 0 {
		d.fail(errShort)
		return 0
	}
	d.rest = d.rest[n:]
	return v
}

func (d *decoder) bytes(n uint64) []byte {
	if uint64(len(d.rest)) < n {
		d.fail(errShort)
		return nil
	}
	b := d.rest[:n]
	d.rest = d.rest[n:]
	return b
}

func (d *decoder) text() string {
	n := d.uvarint()
	switch {
	case d.err != nil:
		return ""
	case n < uint64(len(d.texts)):
		return d.texts[n]
	case n > uint64(len(d.texts)):
		d.fail(fmt.Errorf("text number %d, want at most %d", n, len(d.texts)))
		return ""
	}
	text := string(d.bytes(d.uvarint()))
	d.texts = append(d.texts, text)
	return text
}

func (d *decoder) floats(dst []float32) {
	b := d.bytes(uint64(4 * len(dst)))
	for i := range dst {
		if d.err == nil {
			dst[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
		}
	}
}

func (d *decoder) float() float32 {
	var one [1]float32
	d.floats(one[:])
	return one[0]
}

// row reads a row.
func (d *decoder) row(r *datasets.Row) {
	*r = unlabelled
	d.position(r)
	fields := d.byte()
	r.Class = engine.Class(d.byte())
	if int(r.Class) >= len(engine.Classes()) {
		d.fail(fmt.Errorf("class number %d, want less than %d", r.Class, len(engine.Classes())))
	}
	r.Source = d.text()
	if fields&hasMethod != 0 {
		r.Method = datasets.Method(d.text())
	}
	if fields&hasProbabilities != 0 {
		d.floats(r.Probabilities[:])
	}
	if fields&hasErrors != 0 {
		d.floats(r.Errors[:])
	}
	if fields&hasEquityError != 0 {
		r.EquityError = d.float()
	}
	if fields&hasCubeful != 0 {
		r.Cubeful = d.float()
	}
	if fields&hasTrials != 0 {
		r.Trials = int32(d.uint(4))
	}
	if fields&hasLabeller != 0 {
		r.Labeller = d.text()
	}
	if fields&hasSeed != 0 {
		r.Seed = d.uint(8)
	}
}

func (d *decoder) position(r *datasets.Row) {
	var key board.Key
	copy(key[:], d.bytes(uint64(len(key))))
	if d.err != nil {
		return
	}
	var err error
	if r.Position, err = key.Position(d.variant); err != nil {
		d.fail(err)
	}
}

func (d *decoder) byte() byte { return byte(d.uint(1)) }

// uint reads a little-endian number of so many bytes.
func (d *decoder) uint(size int) uint64 {
	var b [8]byte
	copy(b[:], d.bytes(uint64(size)))
	return binary.LittleEndian.Uint64(b[:])
}

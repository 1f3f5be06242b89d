package unfinished

import (
	"encoding/binary"
	"fmt"
	"math"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/engine"
	"gammonlab/internal/fields"
)

// A row is encoded as the key of its position, a byte of flags for the fields of the
// label that follow, the class, the source, and these fields: the ones that differ from a
// row without a label. Floats are stored as bits. The byte of the class contains
// hasWeight if the weight follows at the end, and hasCubes if the values by the state of the
// cube with their score follow before it. A text is stored as its number among the
// texts of the frame; a new text has the next number and is followed by its length and
// its bytes.
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

// Flags in the byte of the class.
const (
	hasWeight = 0x80
	hasCubes  = 0x40
)

// textNumbers assigns numbers to the texts of a frame.
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

// appendRow appends the encoded row. key is the key of its position.
func appendRow(dst []byte, key board.Key, r *datasets.Row, texts *textNumbers) []byte {
	dst = append(dst, key[:]...)
	has := fieldsOf(r)
	class := byte(r.Class)
	weight := math.Float32bits(r.Weight) != math.Float32bits(unlabelled.Weight)
	if weight {
		class |= hasWeight
	}
	if !sameBits(r.States[:], unlabelled.States[:]) || r.OwnAway|r.OppAway|r.MatchCube != 0 {
		class |= hasCubes
	}
	dst = append(dst, has, class)
	dst = texts.append(dst, r.Source)
	if has&hasMethod != 0 {
		dst = texts.append(dst, string(r.Method))
	}
	if has&hasProbabilities != 0 {
		dst = fields.AppendFloat32s(dst, r.Probabilities[:]...)
	}
	if has&hasErrors != 0 {
		dst = fields.AppendFloat32s(dst, r.Errors[:]...)
	}
	if has&hasEquityError != 0 {
		dst = fields.AppendFloat32s(dst, r.EquityError)
	}
	if has&hasCubeful != 0 {
		dst = fields.AppendFloat32s(dst, r.Cubeful)
	}
	if has&hasTrials != 0 {
		dst = binary.LittleEndian.AppendUint32(dst, uint32(r.Trials))
	}
	if has&hasLabeller != 0 {
		dst = texts.append(dst, r.Labeller)
	}
	if has&hasSeed != 0 {
		dst = binary.LittleEndian.AppendUint64(dst, r.Seed)
	}
	if class&hasCubes != 0 {
		dst = AppendCubes(dst, &r.Cubes)
	}
	if weight {
		dst = fields.AppendFloat32s(dst, r.Weight)
	}
	return dst
}

// unlabelled is a row without a label and a weight.
var unlabelled = func() (r datasets.Row) {
	r.Weight = float32(math.NaN())
	r.ClearLabel()
	return r
}()

// fieldsOf returns the flags of the row's fields that must be written.
func fieldsOf(r *datasets.Row) byte {
	var has byte
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
			has |= f.field
		}
	}
	return has
}

// AppendCubes appends the values by the state of the cube, and their score.
func AppendCubes(dst []byte, c *datasets.Cubes) []byte {
	dst = fields.AppendFloat32s(dst, c.States[:]...)
	for _, n := range [...]int32{c.OwnAway, c.OppAway, c.MatchCube} {
		dst = binary.LittleEndian.AppendUint32(dst, uint32(n))
	}
	return dst
}

// ReadCubes reads what AppendCubes has written.
func ReadCubes(in *fields.Reader, c *datasets.Cubes) {
	in.Float32s(c.States[:])
	c.OwnAway, c.OppAway, c.MatchCube = int32(in.Uint32()), int32(in.Uint32()), int32(in.Uint32())
}

// sameBits compares the bits of floats: NaN equals NaN, and -0 does not equal 0.
func sameBits(a, b []float32) bool {
	for i := range a {
		if math.Float32bits(a[i]) != math.Float32bits(b[i]) {
			return false
		}
	}
	return true
}

// decoder reads rows and frames. After the first error it returns zeros.
type decoder struct {
	fields.Reader
	variant board.Variant
	texts   []string
}

func (d *decoder) text() string {
	n := d.Uvarint()
	switch {
	case d.Err() != nil:
		return ""
	case n < uint64(len(d.texts)):
		return d.texts[n]
	case n > uint64(len(d.texts)):
		d.Fail(fmt.Errorf("text number %d, want at most %d", n, len(d.texts)))
		return ""
	}
	text := string(d.Bytes(d.Uvarint()))
	d.texts = append(d.texts, text)
	return text
}

// row reads a row.
func (d *decoder) row(r *datasets.Row) {
	*r = unlabelled
	d.position(r)
	has := d.Byte()
	class := d.Byte()
	r.Class = engine.Class(class &^ (hasWeight | hasCubes))
	if int(r.Class) >= len(engine.Classes()) {
		d.Fail(fmt.Errorf("class number %d, want less than %d", r.Class, len(engine.Classes())))
	}
	r.Source = d.text()
	if has&hasMethod != 0 {
		r.Method = datasets.Method(d.text())
	}
	if has&hasProbabilities != 0 {
		d.Float32s(r.Probabilities[:])
	}
	if has&hasErrors != 0 {
		d.Float32s(r.Errors[:])
	}
	if has&hasEquityError != 0 {
		r.EquityError = d.Float32()
	}
	if has&hasCubeful != 0 {
		r.Cubeful = d.Float32()
	}
	if has&hasTrials != 0 {
		r.Trials = int32(d.Uint32())
	}
	if has&hasLabeller != 0 {
		r.Labeller = d.text()
	}
	if has&hasSeed != 0 {
		r.Seed = d.Uint64()
	}
	if class&hasCubes != 0 {
		ReadCubes(&d.Reader, &r.Cubes)
	}
	if class&hasWeight != 0 {
		r.Weight = d.Float32()
	}
}

func (d *decoder) position(r *datasets.Row) {
	var key board.Key
	copy(key[:], d.Bytes(uint64(len(key))))
	if d.Err() != nil {
		return
	}
	var err error
	if r.Position, err = key.Position(d.variant); err != nil {
		d.Fail(err)
	}
}

package ogxm

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"unicode/utf8"
)

// codec reads or writes fields one after the other. Methods take the name of a field
// for errors, and a pointer to its value. After the first error they do nothing.
type codec struct {
	b      []byte // what is not yet read, or what is written
	at     int    // offset of b in the file, for errors of reading
	writes bool
	err    error
}

func (c *codec) fail(field, format string, args ...any) {
	if c.err == nil {
		c.err = fault(c.at, field, format, args...)
	}
}

// fault returns an error in the field at an offset of the file.
func fault(at int, field, format string, args ...any) error {
	return fmt.Errorf("byte %d, %s: %s", at, field, fmt.Sprintf(format, args...))
}

// take returns the next n bytes, nil after an error.
func (c *codec) take(field string, n int) []byte {
	if c.err == nil && (n < 0 || n > len(c.b)) {
		c.fail(field, "%d bytes are left, want %d", len(c.b), n)
	}
	if c.err != nil {
		return nil
	}
	taken := c.b[:n]
	c.b = c.b[n:]
	c.at += n
	return taken
}

// fixed codes a number of little-endian bytes.
func (c *codec) fixed(field string, size int, v *uint64) {
	var b [8]byte
	if c.writes {
		binary.LittleEndian.PutUint64(b[:], *v)
		c.b = append(c.b, b[:size]...)
		return
	}
	copy(b[:size], c.take(field, size))
	*v = binary.LittleEndian.Uint64(b[:])
}

func (c *codec) byte(field string, v *byte) {
	wide := uint64(*v)
	c.fixed(field, 1, &wide)
	*v = byte(wide)
}

// varint codes an unsigned number of at most the given bits in groups of seven.
func (c *codec) varint(field string, bits int, v *uint64) {
	if c.writes {
		c.b = binary.AppendUvarint(c.b, *v)
		return
	}
	if c.err != nil {
		return
	}
	value, n := binary.Uvarint(c.b)
	switch {
	case n == 0:
		c.fail(field, "the number is cut off")
	case n < 0 || bits < 64 && value>>bits != 0:
		c.fail(field, "a number of more than %d bits", bits)
	case n > 1 && c.b[n-1] == 0:
		c.fail(field, "a number with needless bytes")
	default:
		c.take(field, n)
		*v = value
	}
}

// int codes a number from 0 to most.
func (c *codec) int(field string, most int, v *int) {
	wide := uint64(*v)
	c.varint(field, 32, &wide)
	if !c.writes && c.err == nil && wide > uint64(most) {
		c.fail(field, "%d, want at most %d", wide, most)
		return
	}
	*v = int(wide)
}

// bytes codes n bytes.
func (c *codec) bytes(field string, n int, v *[]byte) {
	if c.writes {
		c.b = append(c.b, *v...)
		return
	}
	*v = slices.Clone(c.take(field, n))
}

// text codes a text of UTF-8.
func (c *codec) text(field string, v *string) {
	n := len(*v)
	c.int(field, maxFile, &n)
	if c.writes {
		c.b = append(c.b, *v...)
		return
	}
	b := c.take(field, n)
	if !utf8.Valid(b) {
		c.fail(field, "a text that is not UTF-8")
		return
	}
	*v = string(b)
}

// scaled codes a number as an integer of size bytes in units of 1/scale.
func (c *codec) scaled(field string, size int, scale float64, v *float64) {
	wide := uint64(int64(math.Round(*v * scale)))
	c.fixed(field, size, &wide)
	if c.writes {
		return
	}
	n := int64(wide)
	if size == 4 {
		n = int64(int32(uint32(wide)))
	}
	*v = float64(n) / scale
}

// equity codes an equity or a match-winning chance.
func (c *codec) equity(field string, v *float64) { c.scaled(field, 4, 1e6, v) }

// chances codes five probabilities.
func (c *codec) chances(field string, v *[5]float64) {
	for i := range v {
		c.scaled(field, 2, 1e4, &v[i])
	}
}

// board codes a board.
func (c *codec) board(field string, v *Board) {
	if c.writes {
		for _, n := range v {
			c.b = append(c.b, byte(n))
		}
		return
	}
	for i, n := range c.take(field, len(v)) {
		v[i] = int8(n)
	}
}

// count codes the number of elements of a list.
func (c *codec) count(field string, most, written int) int {
	n := written
	c.int(field, most, &n)
	if c.err != nil {
		return 0
	}
	return n
}

// record codes a record by a function of its fields.
func (c *codec) record(field string, fields func(*record)) {
	if c.writes {
		r := record{codec: codec{writes: true}}
		fields(&r)
		body := append(binary.AppendUvarint(nil, r.mask), r.b...)
		c.b = append(binary.AppendUvarint(c.b, uint64(len(body))), body...)
		return
	}
	r, ok := c.framed(field)
	if !ok {
		return
	}
	if r.err == nil {
		fields(&r)
	}
	c.err = r.err
}

// framed returns the record that follows, with its mask. It returns false if the record
// does not fit in what is left; other faults are those of the record.
func (c *codec) framed(field string) (r record, ok bool) {
	n := c.count(field, maxFile, 0)
	at := c.at
	body := c.take(field, n)
	if c.err != nil {
		return r, false
	}
	r = record{codec: codec{b: body, at: at}}
	r.varint(field, 64, &r.mask)
	return r, true
}

// record is a codec for the fields of a record.
type record struct {
	codec
	mask uint64
}

// has reports whether an optional field follows. If the record is written, the caller
// says so by present.
func (r *record) has(bit int, present bool) bool {
	if !r.writes {
		return r.err == nil && r.mask>>bit&1 != 0
	}
	if present {
		r.mask |= 1 << bit
	}
	return present
}

// flag codes a field without a value.
func (r *record) flag(bit int, v *bool) { *v = r.has(bit, *v) }

// optionalInt codes a number that is present unless it is 0.
func (r *record) optionalInt(bit int, field string, most int, v *int) {
	if r.has(bit, *v != 0) {
		r.int(field, most, v)
	}
}

// optionalText codes a text that is present unless it is empty.
func (r *record) optionalText(bit int, field string, v *string) {
	if r.has(bit, *v != "") {
		r.text(field, v)
	}
}

// optionalEquity codes an equity that may be absent.
func (r *record) optionalEquity(bit int, field string, v **float64) {
	if !r.has(bit, *v != nil) {
		return
	}
	if *v == nil {
		*v = new(float64)
	}
	r.equity(field, *v)
}

// optionalChances codes probabilities that may be absent.
func (r *record) optionalChances(bit int, field string, v **[5]float64) {
	if !r.has(bit, *v != nil) {
		return
	}
	if *v == nil {
		*v = new([5]float64)
	}
	r.chances(field, *v)
}

// optionalBoard codes a board that may be absent.
func (r *record) optionalBoard(bit int, field string, v **Board) {
	if !r.has(bit, *v != nil) {
		return
	}
	if *v == nil {
		*v = new(Board)
	}
	r.board(field, *v)
}

// skipBytes reads and forgets a field of n bytes that is never written.
func (r *record) skipBytes(bit int, field string, n int) {
	if r.has(bit, false) {
		r.take(field, n)
	}
}

// skipInt reads and forgets a number that is never written.
func (r *record) skipInt(bit int, field string, bits int) {
	var v uint64
	if r.has(bit, false) {
		r.varint(field, bits, &v)
	}
}

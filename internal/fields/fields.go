// Package fields reads the fields of binary records one after the other: little-endian
// numbers as encoding/binary appends them, and floats as their bits.
package fields

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// Reader reads fields. After the first error it returns zeros, so the error can be
// checked once at the end.
type Reader struct {
	rest []byte
	err  error
}

// NewReader returns a reader of the fields of data.
func NewReader(data []byte) Reader { return Reader{rest: data} }

var errShort = errors.New("ends too early")

// Fail sets the error, unless there is one.
func (r *Reader) Fail(err error) {
	if r.err == nil {
		r.err = err
	}
	r.rest = nil
}

// Err returns the first error.
func (r *Reader) Err() error { return r.err }

// More reports whether fields are left.
func (r *Reader) More() bool { return len(r.rest) > 0 }

// End returns the first error, or an error if there are bytes left.
func (r *Reader) End() error {
	if r.err == nil && len(r.rest) > 0 {
		r.Fail(fmt.Errorf("has %d bytes too many", len(r.rest)))
	}
	return r.err
}

// Uvarint reads an integer of variable length.
func (r *Reader) Uvarint() uint64 {
	v, n := binary.Uvarint(r.rest)
	if n <= 0 {
		r.Fail(errShort)
		return 0
	}
	r.rest = r.rest[n:]
	return v
}

// Bytes reads n bytes. They share the memory of the data; after an error they are nil.
func (r *Reader) Bytes(n uint64) []byte {
	if uint64(len(r.rest)) < n {
		r.Fail(errShort)
		return nil
	}
	b := r.rest[:n:n]
	r.rest = r.rest[n:]
	return b
}

// Byte reads a byte.
func (r *Reader) Byte() byte {
	if b := r.Bytes(1); b != nil {
		return b[0]
	}
	return 0
}

// Uint32 reads an integer of 4 bytes.
func (r *Reader) Uint32() uint32 {
	if b := r.Bytes(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

// Uint64 reads an integer of 8 bytes.
func (r *Reader) Uint64() uint64 {
	if b := r.Bytes(8); b != nil {
		return binary.LittleEndian.Uint64(b)
	}
	return 0
}

// Float64 reads a float of 8 bytes.
func (r *Reader) Float64() float64 { return math.Float64frombits(r.Uint64()) }

// Float32 reads a float of 4 bytes.
func (r *Reader) Float32() float32 { return math.Float32frombits(r.Uint32()) }

// Float32s fills dst with floats of 4 bytes.
func (r *Reader) Float32s(dst []float32) {
	b := r.Bytes(uint64(4 * len(dst)))
	for i := range dst {
		if b == nil {
			dst[i] = 0
			continue
		}
		dst[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
	}
}

// AppendFloat32s appends the bits of the values.
func AppendFloat32s(dst []byte, values ...float32) []byte {
	for _, v := range values {
		dst = binary.LittleEndian.AppendUint32(dst, math.Float32bits(v))
	}
	return dst
}

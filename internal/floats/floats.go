// Package floats reads arrays of floating-point numbers of several sizes from the
// bytes of files, rounds them to float32, and writes float32 and half precision.
package floats

import (
	"encoding/binary"
	"fmt"
	"math"
)

// Kind is a type of numbers.
type Kind uint8

// The kinds, named as safetensors does.
const (
	F32  Kind = iota
	F16       // IEEE half precision
	BF16      // the upper half of a float32
	F64
)

// MaxHalf is the largest finite number of half precision.
const MaxHalf = 65504

// String returns the name of the kind.
func (k Kind) String() string { return [...]string{"F32", "F16", "BF16", "F64"}[k] }

// Size returns the bytes of a number.
func (k Kind) Size() int {
	switch k {
	case F16, BF16:
		return 2
	case F32:
		return 4
	}
	return 8
}

// Count returns the number of values of a shape. It refuses negative sizes and
// shapes of more than 2^31 - 1 values.
func Count(shape []int) (int, error) {
	values := 1
	for _, d := range shape {
		if d < 0 || values > math.MaxInt32/max(d, 1) {
			return 0, fmt.Errorf("shape %v is out of range", shape)
		}
		values *= d
	}
	return values, nil
}

// Decode returns the little-endian numbers in data, rounded to float32. data must have the
// length for the shape.
func (k Kind) Decode(data []byte, shape []int) ([]float32, error) {
	n, err := Count(shape)
	if err != nil {
		return nil, err
	}
	if want := n * k.Size(); len(data) != want {
		return nil, fmt.Errorf("%d bytes of data for shape %v, want %d", len(data), shape, want)
	}
	return k.Append(make([]float32, 0, n), data), nil
}

// Append appends the whole numbers of data, as Decode does.
func (k Kind) Append(dst []float32, data []byte) []float32 {
	for size := k.Size(); len(data) >= size; data = data[size:] {
		dst = append(dst, k.at(data))
	}
	return dst
}

// at decodes the number at the start of data.
func (k Kind) at(data []byte) float32 {
	switch k {
	case F16:
		return Half(binary.LittleEndian.Uint16(data))
	case BF16:
		return math.Float32frombits(uint32(binary.LittleEndian.Uint16(data)) << 16)
	case F32:
		return math.Float32frombits(binary.LittleEndian.Uint32(data))
	}
	return float32(math.Float64frombits(binary.LittleEndian.Uint64(data)))
}

// AppendHalf appends the numbers in half precision, little-endian. It returns an
// error for a number that half precision does not represent exactly.
func AppendHalf(data []byte, values []float32) ([]byte, error) {
	for i, v := range values {
		bits := HalfBits(v)
		if math.Float32bits(Half(bits)) != math.Float32bits(v) {
			return nil, fmt.Errorf("value %d is %v, which half precision does not represent", i, v)
		}
		data = binary.LittleEndian.AppendUint16(data, bits)
	}
	return data, nil
}

// HalfBits returns the bits of the nearest number of half precision; of two equally near
// numbers, the even one. Numbers from 65520 on become infinite, and every NaN becomes the
// same NaN.
func HalfBits(v float32) uint16 {
	const (
		overflow, infinity = 0x477ff000, 0x7f800000 // the bits of 65520 and of infinity
		normal             = 0x38800000             // bits of 2^-14, the smallest normal number
	)
	bits := math.Float32bits(v)
	sign, size := uint16(bits>>16)&0x8000, bits&^(1<<31)
	switch {
	case size > infinity:
		return 0x7e00
	case size >= overflow:
		return sign | 0x7c00
	case size < normal:
		return sign | uint16(math.RoundToEven(math.Abs(float64(v))*(1<<24)))
	}
	size += 1<<12 - 1 + size>>13&1 // 13 bits are cut off
	return sign | uint16((size-(127-15)<<23)>>13)
}

// Half returns the number of half precision with these bits.
func Half(bits uint16) float32 {
	const fraction, exponents = 1<<10 - 1, 1<<5 - 1
	sign, exponent, rest := uint32(bits>>15)<<31, uint32(bits>>10&exponents), uint32(bits&fraction)
	switch exponent {
	case 0: // subnormal
		v := float32(rest) / (1 << 24)
		return math.Float32frombits(math.Float32bits(v) | sign)
	case exponents: // infinite or NaN
		return math.Float32frombits(sign | 0xff<<23 | rest<<13)
	}
	return math.Float32frombits(sign | (exponent+127-15)<<23 | rest<<13)
}

package kernel

import (
	"math"
	"unsafe"
)

// Fixed contains the weights of a layer as 16-bit integers, for [MulFixed]. Column k is
// Scale[k]/256 times the integers. An integer is stored as two signed bytes, 256·high + low.
type Fixed struct {
	in, out int
	scale   []float32 // by column, times 256

	// The weights in strips of 32 columns: row after row, 64 bytes for each. The lower byte
	// of a word is the high part. The columns have the order of stripColumn.
	words []uint16
}

// stripColumns is the number of columns of a strip.
const stripColumns = 32

// mostFixed is the largest integer whose parts are signed bytes.
const mostFixed = 127*256 + 127

// stripColumn returns the place in a row of a strip for one of its columns. Interleaving two
// rows by instructions that work on 128 bits then gives ascending columns.
func stripColumn(column int) int { return column%16/4*8 + column/16*4 + column%4 }

// NewFixed returns the matrix w, in×out and row-major, as integers. The largest weight of
// each column becomes the largest integer, so the error of a weight is at most 1/65,000 of
// it. in and out must be multiples of Lanes. All weights must be finite.
func NewFixed(w []float32, in, out int) *Fixed {
	checkProduct(out, in, len(w), 1, in, out)
	strips := (out + stripColumns - 1) / stripColumns
	f := &Fixed{in: in, out: out, scale: make([]float32, strips*stripColumns), words: aligned[uint16](strips*stripColumns*in, 64)}
	for k := range out {
		largest := float32(0)
		for i := range in {
			largest = max(largest, abs(w[i*out+k]))
		}
		if largest == 0 {
			continue
		}
		step := float64(largest) / mostFixed
		f.scale[k] = float32(step) * 256
		strip := f.words[k/stripColumns*stripColumns*in:]
		for i := range in {
			q := int(math.RoundToEven(float64(w[i*out+k]) / step))
			high := (q + 128) >> 8
			strip[i*stripColumns+stripColumn(k%stripColumns)] = uint16(uint8(high)) | uint16(uint8(q-high<<8))<<8
		}
	}
	return f
}

func abs(x float32) float32 { return math.Float32frombits(math.Float32bits(x) &^ (1 << 31)) }

// FixedRoom contains the buffers of [MulFixed]. The zero FixedRoom is empty; it grows when
// it is used. Goroutines need their own.
type FixedRoom struct {
	any          []float32 // not zero where a row is not zero
	idx          []int32
	found        []float32
	values, high []uint16    // integers of the rows, and their upper bytes
	panel        *[4096]byte // weights for two steps of fixedBlockAMX
	sums         []int32
	shapes       tileShapes
}

// fixedRows is the maximal number of rows in a tile.
const fixedRows = 16

// MulFixed sets each row of dst to start plus x·w, with integers for both: the values of a
// row of x are rounded to 16 bits of its largest. x is n×in, without negative values, and
// start is a row. The relative error of a sum of products is about 1e-4 at most. Sums of
// integers are exact, so the bits of a row do not depend on the other rows, nor on the
// machine: all versions give the same. It skips columns of x that are zero in all rows.
//
// A product of parts x = 256·xh+xl and w = 256·wh+wl is taken as 65,536·xh·wh +
// 256·(xh·wl + xl·wh); the rest, xl·wl, is below the precision of x.
func MulFixed(dst, start, x []float32, w *Fixed, n int, room *FixedRoom) {
	if len(start) != w.out {
		panic("kernel: lengths differ")
	}
	if n < 0 || len(dst) != n*w.out || len(x) != n*w.in {
		panic("kernel: matrix of the wrong size")
	}
	if n == 0 || w.out == 0 {
		return
	}
	room.grow(w, n)
	mulFixed(dst, start, x, w, n, room)
}

// grow makes room for n rows of a product.
func (r *FixedRoom) grow(w *Fixed, n int) {
	in := w.in + 2*stripColumns // the list is padded
	if r.sums == nil {
		r.shapes = fullTiles
		r.sums, r.panel = aligned[int32](4*fixedRows*Lanes, 64), (*[4096]byte)(aligned[byte](4096, 4096))
	}
	if len(r.any) < in {
		r.any, r.found, r.idx = make([]float32, in), make([]float32, in), make([]int32, in)
	}
	if height := min(n, mostFixedRows); len(r.values) < height*in {
		r.values, r.high = aligned[uint16](height*in, 64), aligned[uint16](height*in, 64)
	}
}

// mostFixedRows is the maximal number of rows that share the collected weights. More rows
// have fewer common zeros.
const mostFixedRows = 32

// fixedExponents limits the exponents of the largest values of rows: the scales of smaller
// and larger rows would not be normal numbers.
const leastFixedExponent, mostFixedExponent = -100, 120

// fixedScale returns the power of two that makes the largest value of a row a number below
// 65,536, and its inverse.
func fixedScale(largest float32) (scale, inverse float32) {
	exponent := int(math.Float32bits(largest)>>23) - 127
	exponent = 15 - min(max(exponent, leastFixedExponent), mostFixedExponent)
	return math.Float32frombits(uint32(127+exponent) << 23), math.Float32frombits(uint32(127-exponent) << 23)
}

// aligned returns a slice of n elements whose address is a multiple of unit, so that loads of
// registers and tiles read single lines of the cache.
func aligned[T uint16 | uint32 | int32 | byte](n int, unit uintptr) []T {
	var one T
	size := unsafe.Sizeof(one)
	s := make([]T, n+int(unit/size))
	from := int(-uintptr(unsafe.Pointer(&s[0])) % unit / size)
	return s[from : from+n : from+n]
}

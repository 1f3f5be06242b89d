package kernel

import (
	"errors"
	"unsafe"
)

// Halves is a factor of [MulHalves]: lines, the rows of the left factor or the columns of
// the right one, of bfloat16 values, the upper halves of float32s. Its size is a multiple of
// 16 lines of 32 values; the rest of the last tiles is zero. The zero Halves is empty.
//
// The values are in tiles, 16 lines of 32 values, for the matrix units: a word has two
// neighbouring values of a line. The tile of a left factor has the lines as its rows, the
// tile of a right factor has them as its columns. The tiles of a line are adjacent.
type Halves struct {
	lines, steps int // in tiles
	words        []uint32
}

// Sizes of a tile.
const (
	tileLines = 16
	tileDepth = 32
	tileWords = tileLines * tileDepth / 2
)

// Resize makes room for lines of depth values, with unknown values. Lines must be a
// multiple of Lanes, depth may be any number.
func (h *Halves) Resize(lines, depth int) {
	if lines < 0 || depth < 0 || lines%tileLines != 0 {
		panic("kernel: length not a multiple of Lanes")
	}
	h.lines, h.steps = lines/tileLines, (depth+tileDepth-1)/tileDepth
	if n := h.lines * h.steps * tileWords; cap(h.words) < n {
		h.words = aligned[uint32](n, 64)
	} else {
		h.words = h.words[:n]
	}
}

// tile returns the words of tiles of a line of tiles.
func (h *Halves) tile(line, step int) []uint32 { return h.words[(line*h.steps+step)*tileWords:] }

// Block is a matrix to pack: rows of columns floats, from Stride to Stride in X.
type Block struct {
	X                     []float32
	Rows, Columns, Stride int
}

// PackLeft makes the rows of the block, rounded to the nearest bfloat16, the lines from line
// on of a left factor, and its columns the values from depth on. line and the numbers of rows
// and columns must be multiples of 16, depth of 32. Zeros follow up to a multiple of 32.
func (h *Halves) PackLeft(line, depth int, b Block) {
	h.check(line, depth, b.Rows, b.Columns, b)
	for r := 0; r < b.Rows; r += tileLines {
		packRowsOf(h.tile((line+r)/tileLines, depth/tileDepth), b.X[r*b.Stride:], b.Columns, b.Stride)
	}
}

// PackRightT is PackLeft for a right factor: that of the transpose of the block.
func (h *Halves) PackRightT(line, depth int, b Block) {
	h.check(line, depth, b.Rows, b.Columns, b)
	var tile [tileWords]uint32
	for r := 0; r < b.Rows; r += tileLines {
		for c := 0; c < b.Columns; c += tileDepth {
			packRowsOf(tile[:], b.X[r*b.Stride+c:], min(tileDepth, b.Columns-c), b.Stride)
			turn(h.tile((line+r)/tileLines, (depth+c)/tileDepth), tile[:])
		}
	}
}

// PackRight makes the columns of the block, rounded to the nearest bfloat16, the lines from
// line on of a right factor, and its rows the values from depth on. line and the number of
// columns must be multiples of 16, depth of 32. Zeros follow up to a multiple of 32.
func (h *Halves) PackRight(line, depth int, b Block) {
	h.packColumns(line, depth, b, packColumnsOf)
}

// PackLeftT is PackRight for a left factor: that of the transpose of the block.
func (h *Halves) PackLeftT(line, depth int, b Block) {
	var tile [tileWords]uint32
	h.packColumns(line, depth, b, func(dst []uint32, x []float32, rows, stride int) {
		packColumnsOf(tile[:], x, rows, stride)
		turn(dst, tile[:])
	})
}

// packColumns packs each tile of PackRight.
func (h *Halves) packColumns(line, depth int, b Block, pack func(dst []uint32, x []float32, rows, stride int)) {
	h.check(line, depth, b.Columns, b.Rows, b)
	for r := 0; r < b.Rows; r += tileDepth {
		for c := 0; c < b.Columns; c += tileLines {
			pack(h.tile((line+c)/tileLines, (depth+r)/tileDepth), b.X[r*b.Stride+c:], min(tileDepth, b.Rows-r), b.Stride)
		}
	}
}

// check panics if a block with these numbers of lines and values does not fit.
func (h *Halves) check(line, depth, lines, values int, b Block) {
	switch {
	case line < 0 || depth < 0 || lines < 0 || values < 0 || line+lines > h.lines*tileLines || depth+values > h.steps*tileDepth:
		panic("kernel: rows out of range")
	case line%tileLines != 0 || depth%tileDepth != 0 || b.Columns%Lanes != 0 || lines%tileLines != 0:
		panic("kernel: length not a multiple of Lanes")
	case b.Columns > b.Stride || b.Rows > 0 && len(b.X) < (b.Rows-1)*b.Stride+b.Columns:
		panic("kernel: matrix too short")
	}
}

// turn makes a tile of a left factor one of a right factor, or the reverse.
func turn(dst, src []uint32) {
	transpose(floatsOf(dst), floatsOf(src), tileLines, Lanes, Lanes)
}

// floatsOf returns the words of a tile as floats, to move them.
func floatsOf(words []uint32) []float32 {
	return unsafe.Slice((*float32)(unsafe.Pointer(&words[0])), tileWords)
}

// MulHalves sets dst to start plus the products of the lines of the left factor from first to
// last-1, its rows, with those of the right factor from line from on, its columns; start is a
// row, whose length is their number. Rows of dst are stride floats apart. first, last, from
// and the length of start must be multiples of 16, and the factors must have the same depth.
//
// A sum goes on in steps of 32 products. A step sums the products with even and those with
// odd indexes, in single precision and each in its order, then both sums, and adds that.
// Numbers below 2^-126 count as zero. All versions give the same bits: those of the
// instruction TDPBF16PS (Intel, Architecture Instruction Set Extensions).
func MulHalves(dst []float32, stride int, start []float32, left *Halves, first, last int, right *Halves, from int) {
	columns := len(start)
	switch {
	case left.steps != right.steps:
		panic("kernel: matrix of the wrong size")
	case first%tileLines != 0 || last%tileLines != 0 || from%tileLines != 0 || columns%tileLines != 0:
		panic("kernel: length not a multiple of Lanes")
	case first < 0 || last < first || last > left.lines*tileLines || from < 0 || from+columns > right.lines*tileLines:
		panic("kernel: rows out of range")
	case columns == 0 || first == last:
		return
	case columns > stride || len(dst) < (last-first-1)*stride+columns:
		panic("kernel: matrix too short")
	}
	mulHalves(dst, stride, start, left, first/tileLines, (last-first)/tileLines, right, from/tileLines)
}

// HalvesUnit returns the unit that computes [MulHalves]: amx or go.
func HalvesUnit() string { return halvesNames[halves] }

// CheckHalves returns an error if this machine has no unit for [MulHalves]. Plain Go computes
// the same a hundred times as slowly, which is for tests only: see [Variable].
func CheckHalves() error {
	if halves == halvesGo && current != levelGo {
		return errors.New("this machine has no unit for products of bfloat16 (AMX)")
	}
	return nil
}

// halvesUnit is a version of the products of bfloat16.
type halvesUnit uint8

const (
	halvesGo halvesUnit = iota
	halvesAMX
)

// halvesNames are the names of the versions.
var halvesNames = [...]string{halvesGo: "go", halvesAMX: "amx"}

// halves is the version in use. Only tests change it after the start.
var halves = bestHalves()

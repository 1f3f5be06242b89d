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

// PackLeft makes the rows of x, rounded to the nearest bfloat16, the lines from first on of
// a left factor. x has whole rows of the given number of columns, a multiple of Lanes, which
// is the depth. first and the number of rows must be multiples of Lanes.
func (h *Halves) PackLeft(first int, x []float32, columns int) {
	for r := range h.rowTiles(first, x, columns) {
		packRowsOf(h.tile(first/tileLines+r, 0), x[r*tileLines*columns:], columns, columns)
	}
}

// PackRightT is PackLeft for a right factor: that of the transpose of x.
func (h *Halves) PackRightT(first int, x []float32, columns int) {
	var tile [tileWords]uint32
	for r := range h.rowTiles(first, x, columns) {
		for step := range h.steps {
			from := step * tileDepth
			packRowsOf(tile[:], x[r*tileLines*columns+from:], min(tileDepth, columns-from), columns)
			turn(h.tile(first/tileLines+r, step), tile[:])
		}
	}
}

// PackRight makes the columns of x, rounded to the nearest bfloat16, the lines of a right
// factor; its rows become the values from first on. x has whole rows of the given number of
// columns, the number of lines. first must be a multiple of 32. Zeros follow the last rows up
// to a multiple of 32.
func (h *Halves) PackRight(first int, x []float32, columns int) {
	h.packColumns(first, x, columns, func(line, step int, from []float32, rows int) {
		packColumnsOf(h.tile(line, step), from, rows, columns)
	})
}

// PackLeftT is PackRight for a left factor: that of the transpose of x.
func (h *Halves) PackLeftT(first int, x []float32, columns int) {
	var tile [tileWords]uint32
	h.packColumns(first, x, columns, func(line, step int, from []float32, rows int) {
		packColumnsOf(tile[:], from, rows, columns)
		turn(h.tile(line, step), tile[:])
	})
}

// rowTiles checks the arguments of PackLeft and returns the number of lines of tiles.
func (h *Halves) rowTiles(first int, x []float32, columns int) int {
	rows := rowsOf(x, columns, first, tileLines, h.lines)
	if columns%Lanes != 0 || (columns+tileDepth-1)/tileDepth != h.steps || rows%tileLines != 0 {
		panic("kernel: matrix of the wrong size")
	}
	return rows / tileLines
}

// packColumns checks the arguments of PackRight and calls pack for each tile.
func (h *Halves) packColumns(first int, x []float32, columns int, pack func(line, step int, from []float32, rows int)) {
	rows := rowsOf(x, columns, first, tileDepth, h.steps)
	if columns != h.lines*tileLines {
		panic("kernel: matrix of the wrong size")
	}
	for r := 0; r < rows; r += tileDepth {
		for line := range h.lines {
			pack(line, (first+r)/tileDepth, x[r*columns+line*tileLines:], min(tileDepth, rows-r))
		}
	}
}

// rowsOf panics if x with the given number of columns does not fit the tiles of a number
// of rows, the unit, from row first on. It returns the rows of x.
func rowsOf(x []float32, columns, first, unit, tiles int) (rows int) {
	if columns <= 0 || len(x)%columns != 0 {
		panic("kernel: matrix of the wrong size")
	}
	rows = len(x) / columns
	if first < 0 || first%unit != 0 || first+rows > tiles*unit {
		panic("kernel: rows out of range")
	}
	return rows
}

// turn makes a tile of a left factor one of a right factor, or the reverse.
func turn(dst, src []uint32) {
	transpose(floatsOf(dst), floatsOf(src), tileLines, Lanes, Lanes)
}

// floatsOf returns the words of a tile as floats, to move them.
func floatsOf(words []uint32) []float32 {
	return unsafe.Slice((*float32)(unsafe.Pointer(&words[0])), tileWords)
}

// MulHalves sets rows of dst, as long as the right factor has lines, to the products of the
// lines of the left factor from first to last-1 with the right factor, both with the same
// depth. first and last must be multiples of 16.
//
// A sum goes on in steps of 32 products. A step sums the products with even and those with
// odd indexes, in single precision and each in its order, then both sums, and adds that.
// Numbers below 2^-126 count as zero. All versions give the same bits: those of the
// instruction TDPBF16PS (Intel, Architecture Instruction Set Extensions).
func MulHalves(dst []float32, left, right *Halves, first, last int) {
	switch {
	case left.steps != right.steps || first%tileLines != 0 || last%tileLines != 0:
		panic("kernel: matrix of the wrong size")
	case first < 0 || last < first || last > left.lines*tileLines:
		panic("kernel: rows out of range")
	case len(dst) != (last-first)*right.lines*tileLines:
		panic("kernel: matrix of the wrong size")
	case len(dst) == 0:
		return
	case left.steps == 0:
		clear(dst)
		return
	}
	mulHalves(dst, left, right, first/tileLines, (last-first)/tileLines)
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

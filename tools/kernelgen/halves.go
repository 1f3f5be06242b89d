package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// The kernels of products of bfloat16: see package kernel, type Halves.

func halvesKernels() {
	packRows()
	packColumns()
	mulHalvesAMX()
}

// rounding rounds floats to the nearest bfloat16, which becomes the upper half of each.
type rounding struct{ half, one VecVirtual }

// newRounding loads the constants.
func newRounding() rounding {
	r := rounding{ZMM(), ZMM()}
	VPBROADCASTD(word(0x7fff), r.half)
	VPBROADCASTD(word(1), r.one)
	return r
}

// load returns rounded floats of memory; a tie goes to the even one.
func (r rounding) load(from Mem) VecVirtual {
	v, odd := ZMM(), ZMM()
	VMOVDQU32(from, v)
	VPSRLD(U8(16), v, odd)
	VPANDD(r.one, odd, odd)
	VPADDD(r.half, v, v)
	VPADDD(odd, v, v)
	return v
}

// packRows packs sixteen rows.
func packRows() {
	function("packRows", "(dst *uint32, x *float32, columns, xRow int)",
		"writes tiles of sixteen rows of x, each of columns floats, a multiple of 32. Rows are xRow floats apart.")
	dst, x := pointer("dst"), pointer("x")
	steps, xRow := integer("columns"), bytesOf("xRow")
	SHRQ(U8(5), steps)
	by := newRounding()
	upper := ZMM()
	VMOVDQU16(upperHalves(), upper)
	loop(steps, func() {
		row, left := GP64(), GP64()
		MOVQ(x, row)
		MOVQ(U32(16), left)
		loop(left, func() {
			low, high := by.load(Mem{Base: row}), by.load(Mem{Base: row, Disp: groupBytes})
			VPERMT2W(high, upper, low)
			VMOVDQU32(low, Mem{Base: dst})
			ADDQ(xRow, row)
			ADDQ(U8(groupBytes), dst)
		})
		ADDQ(U32(2*groupBytes), x)
	})
	avx512.end()
}

// upperHalves returns the address of the indexes that select the upper half of each word of
// two registers.
func upperHalves() Mem {
	at := GLOBL("upperHalves", NOPTR|RODATA)
	for i := range 32 {
		DATA(2*i, U16(2*i+1))
	}
	return at
}

// packColumns packs rows whose columns are the lines of the result.
func packColumns() {
	function("packColumns", "(dst *uint32, x *float32, pairs, xRow int)",
		"writes pairs rows of a tile from two rows of x each, sixteen floats long. Rows of x are xRow floats apart.")
	dst, x := pointer("dst"), pointer("x")
	pairs, xRow := integer("pairs"), bytesOf("xRow")
	by := newRounding()
	upper := ZMM()
	VPBROADCASTD(word(0xffff0000), upper)
	loop(pairs, func() {
		even, odd := by.load(Mem{Base: x}), by.load(Mem{Base: x, Index: xRow, Scale: 1})
		VPSRLD(U8(16), even, even)
		VPANDD(upper, odd, odd)
		VPORD(even, odd, odd)
		VMOVDQU32(odd, Mem{Base: dst})
		LEAQ(Mem{Base: x, Index: xRow, Scale: 2}, x)
		ADDQ(U8(groupBytes), dst)
	})
	avx512.end()
}

// mulHalvesAMX multiplies by the matrix unit.
func mulHalvesAMX() {
	function("mulHalvesAMX", "(dst, start *float32, left, right *uint32, shapes *[64]byte, rows, columns, steps, dstRow int)",
		"sets tiles of dst, rows of them in 1 or 2 columns, to start plus the products of left and right, whose lines have steps tiles. "+
			"Rows of dst are dstRow floats apart; start is a row.")
	tileConfigure(fixed("shapes", RAX))
	upper, lower, line, first, second := RBX, RCX, RDX, RSI, RDI
	dst, dstRow, below, start, none := R8, R9, R10, R11, R12
	MOVQ(U32(groupBytes), line)
	XORQ(none, none)
	fixed("start", start)
	fixed("dst", dst)
	fixed("dstRow", dstRow)
	SHLQ(U8(2), dstRow)
	left, rows := pointer("left"), integer("rows")
	next := integer("steps") // bytes from a line of tiles to the next
	SHLQ(U8(10), next)
	columns := integer("columns")
	again, one, done := label("again"), label("one"), label("done")
	products := func(height int) {
		single, end := label("single"), label("end")
		CMPQ(columns, U8(1))
		JE(LabelRef(single))
		for _, width := range []int{2, 1} {
			if width == 1 {
				Label(single)
			}
			for r := range height {
				for c := range width {
					tileLoad(tile(2*r+c), start, none, int32(c*groupBytes)) // the same row for all
				}
			}
			MOVQ(left, upper)
			MOVQ(left, lower)
			ADDQ(next, lower)
			fixed("right", first)
			MOVQ(first, second)
			ADDQ(next, second)
			loop(integer("steps"), func() {
				tileLoad(6, first, line, 0)
				ADDQ(U32(tileSize), first)
				for r, from := range []GPPhysical{upper, lower}[:height] {
					tileLoad(tile(4+r), from, line, 0)
					ADDQ(U32(tileSize), from)
					tileHalves(tile(2*r), tile(4+r), 6)
					if width == 2 && r == 0 {
						tileLoad(7, second, line, 0)
						ADDQ(U32(tileSize), second)
					}
					if width == 2 {
						tileHalves(tile(2*r+1), tile(4+r), 7)
					}
				}
			})
			MOVQ(dstRow, below)
			SHLQ(U8(4), below)
			ADDQ(dst, below)
			for r, to := range []GPPhysical{dst, below}[:height] {
				for c := range width {
					tileStore(tile(2*r+c), to, dstRow, int32(c*groupBytes))
				}
			}
			if width == 2 {
				JMP(LabelRef(end))
			}
		}
		Label(end)
	}
	Label(again)
	CMPQ(rows, U8(1))
	JE(LabelRef(one))
	products(2)
	LEAQ(Mem{Base: left, Index: next, Scale: 2}, left)
	SHLQ(U8(5), dstRow)
	ADDQ(dstRow, dst)
	SHRQ(U8(5), dstRow)
	SUBQ(U8(2), rows)
	JNZ(LabelRef(again))
	JMP(LabelRef(done))
	Label(one)
	products(1)
	Label(done)
	tileRelease()
	avx512.end()
}

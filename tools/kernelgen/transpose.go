package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// transpose transposes blocks of sixteen rows and columns. It writes whole cache lines,
// one after the other, because rows at distances of a power of two share few lines of
// the cache. Its shuffles are those of AVX2, also with AVX-512.
func (v isa) transpose() {
	v.function("transpose", "(dst, src *float32, rows, columns, dstRow, srcRow int)",
		"sets columns rows of dst to the columns of src; rows and columns are multiples of 16. "+
			"From row to row dst goes on by dstRow floats, src by srcRow.")
	dst, src := pointer("dst"), pointer("src")
	rows, columns := integer("rows"), integer("columns")
	dstRow, srcRow := bytesOf("dstRow"), bytesOf("srcRow")
	SHRQ(U8(4), rows)
	SHRQ(U8(4), columns)
	loop(rows, func() {
		from, to, left := GP64(), GP64(), GP64()
		MOVQ(src, from)
		MOVQ(dst, to)
		MOVQ(columns, left)
		loop(left, func() {
			below, right := GP64(), GP64()
			LEAQ(Mem{Base: from, Index: srcRow, Scale: 8}, below)
			LEAQ(Mem{Base: to, Index: dstRow, Scale: 8}, right)
			for half, lines := range []Register{to, right} {
				turn8(from, 32*half, srcRow, lines, 0, dstRow)
				turn8(below, 32*half, srcRow, lines, 32, dstRow)
			}
			ADDQ(U8(groupBytes), from)
			LEAQ(Mem{Base: to, Index: dstRow, Scale: 8}, to)
			LEAQ(Mem{Base: to, Index: dstRow, Scale: 8}, to)
		})
		LEAQ(Mem{Base: src, Index: srcRow, Scale: 8}, src)
		LEAQ(Mem{Base: src, Index: srcRow, Scale: 8}, src)
		ADDQ(U8(groupBytes), dst)
	})
	v.end()
}

// turn8 transposes eight rows of eight floats. fromBehind and toBehind are the offsets in
// bytes from the starts of the rows.
func turn8(from Register, fromBehind int, fromRow, to Register, toBehind int, toRow Register) {
	in := eightRows(from, fromRow)
	var pairs, fours [8]VecVirtual
	for i := 0; i < 8; i += 2 {
		var r [2]VecVirtual
		for k := range r {
			r[k] = YMM()
			VMOVUPS(in(i+k).Offset(fromBehind), r[k])
		}
		pairs[i], pairs[i+1] = YMM(), YMM()
		VUNPCKLPS(r[1], r[0], pairs[i])
		VUNPCKHPS(r[1], r[0], pairs[i+1])
	}
	for i := 0; i < 8; i += 4 {
		for k := range 2 {
			fours[i+2*k], fours[i+2*k+1] = YMM(), YMM()
			VSHUFPS(U8(0x44), pairs[i+2+k], pairs[i+k], fours[i+2*k])
			VSHUFPS(U8(0xee), pairs[i+2+k], pairs[i+k], fours[i+2*k+1])
		}
	}
	out := eightRows(to, toRow)
	for i := range 4 {
		low, high := YMM(), YMM()
		VPERM2F128(U8(0x20), fours[i+4], fours[i], low)
		VPERM2F128(U8(0x31), fours[i+4], fours[i], high)
		VMOVUPS(low, out(i).Offset(toBehind))
		VMOVUPS(high, out(i+4).Offset(toBehind))
	}
}

// eightRows returns the addresses of eight rows of a matrix.
func eightRows(at, stride Register) func(i int) Mem {
	third, fifth := GP64(), GP64() // rows 3 and 5
	LEAQ(Mem{Base: at, Index: stride, Scale: 2}, third)
	ADDQ(stride, third)
	LEAQ(Mem{Base: third, Index: stride, Scale: 2}, fifth)
	return func(i int) Mem {
		switch i {
		case 0:
			return Mem{Base: at}
		case 1, 2, 4:
			return Mem{Base: at, Index: stride, Scale: uint8(i)}
		case 3:
			return Mem{Base: third}
		case 5:
			return Mem{Base: fifth}
		}
		return Mem{Base: fifth, Index: stride, Scale: uint8(i - 5)}
	}
}

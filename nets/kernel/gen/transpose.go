package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// transpose moves blocks of sixteen rows and eight columns, so that it writes
// whole lines of the cache. AVX-512 would move no more at a time.
func transpose() {
	v := avx2
	v.function("transpose", "(dst, x *float32, rows, columns, toStride int)",
		"sets columns rows of dst, toStride floats apart, to the columns of x, which has rows rows; both are multiples of 16.")
	dst, x := pointer("dst"), pointer("x")
	rows, width, to := integer("rows"), bytesOf("columns"), bytesOf("toStride")
	SHRQ(U8(4), rows)
	loop(rows, func() {
		from, onto, count := GP64(), GP64(), GP64()
		MOVQ(x, from)
		MOVQ(dst, onto)
		MOVQ(width, count)
		SHRQ(U8(5), count)
		below := GP64() // eight rows on
		LEAQ(Mem{Base: x, Index: width, Scale: 8}, below)
		loop(count, func() {
			v.transposeBlock(Mem{Base: onto}, from, width, to)
			v.transposeBlock(Mem{Base: onto, Disp: 32}, below, width, to)
			ADDQ(U8(32), from)
			ADDQ(U8(32), below)
			LEAQ(Mem{Base: onto, Index: to, Scale: 8}, onto)
		})
		LEAQ(Mem{Base: x, Index: width, Scale: 8}, x)
		LEAQ(Mem{Base: x, Index: width, Scale: 8}, x)
		ADDQ(U8(64), dst)
	})
	v.end()
}

// transposeBlock moves eight rows of eight floats.
func (v isa) transposeBlock(dst Mem, x, width, to Register) {
	from := newRows(x, width)
	r := v.regs(8)
	for i := range r {
		VMOVUPS(from(i), r[i])
	}
	pairs := v.regs(8) // of rows 2k and 2k+1: columns 0 1 4 5, then 2 3 6 7
	for k := range 4 {
		VUNPCKLPS(r[2*k+1], r[2*k], pairs[2*k])
		VUNPCKHPS(r[2*k+1], r[2*k], pairs[2*k+1])
	}
	fours := r // of four rows: column c, and 4 on, in fours[c]; the lower rows at c+4
	for half := range 2 {
		a, b := pairs[4*half:], pairs[4*half+2:]
		for c := range 4 {
			pick := U8(0x44)
			if c%2 == 1 {
				pick = 0xee
			}
			VSHUFPS(pick, b[c/2], a[c/2], fours[4*half+c])
		}
	}
	base := GP64()
	LEAQ(dst, base)
	onto := newRows(base, to)
	for c := range 4 {
		low, high := pairs[c], pairs[c+4]
		VPERM2F128(U8(0x20), fours[4+c], fours[c], low)
		VPERM2F128(U8(0x31), fours[4+c], fours[c], high)
		VMOVUPS(low, onto(c))
		VMOVUPS(high, onto(c+4))
	}
}

// newRows returns where each of eight rows begins.
func newRows(first, stride Register) func(i int) Mem {
	fourth := GP64()
	LEAQ(Mem{Base: first, Index: stride, Scale: 4}, fourth)
	third := GP64()
	LEAQ(Mem{Base: stride, Index: stride, Scale: 2}, third)
	return func(i int) Mem {
		base := first
		if i >= 4 {
			base, i = fourth, i-4
		}
		switch i {
		case 0:
			return Mem{Base: base}
		case 3:
			return Mem{Base: base, Index: third, Scale: 1}
		}
		return Mem{Base: base, Index: stride, Scale: uint8(i)}
	}
}

package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// The kernels of products with 16-bit weights: see package kernel, type Fixed.

// Sizes of the parts of such a product.
const (
	stripBytes = 64   // a row of a strip: 32 weights
	tileSize   = 1024 // a full tile: 16 rows of 64 bytes
)

// function begins a function that needs AVX-512.
func function(name, signature, doc string) { isa{name: ""}.function(name, signature, doc) }

func fixedKernels() {
	fixedScan()
	fixedQuantise()
	fixedBlockAMX()
	fixedBlockVNNI()
}

// fixedScan finds what the quantisation needs.
func fixedScan() {
	function("fixedScan", "(any, x *float32, columns int) float32",
		"adds the bits of a row of x to any and returns the largest value of the row, 0 if none is positive.")
	any, x, left := pointer("any"), pointer("x"), integer("columns")
	SHRQ(U8(4), left)
	largest := avx512.zero(1)[0]
	loop(left, func() {
		v := avx512.reg()
		VMOVUPS(Mem{Base: x}, v)
		VMAXPS(v, largest, largest)
		VORPS(Mem{Base: any}, v, v)
		VMOVUPS(v, Mem{Base: any})
		ADDQ(U8(groupBytes), x)
		ADDQ(U8(groupBytes), any)
	})
	half := YMM()
	VEXTRACTF64X4(U8(1), largest, half)
	VMAXPS(half, largest.AsY(), largest.AsY())
	quarter := XMM()
	VEXTRACTF128(U8(1), largest.AsY(), quarter)
	low := largest.AsX()
	VMAXPS(quarter, low, low)
	for _, order := range []byte{0x4e, 0xb1} {
		VPERMILPS(U8(order), low, quarter)
		VMAXPS(quarter, low, low)
	}
	Store(low, ReturnIndex(0))
	avx512.end()
}

// fixedQuantise converts the listed values of a row.
func fixedQuantise() {
	function("fixedQuantise", "(values, high *uint16, x *float32, idx *int32, groups int, scale float32)",
		"sets values to the listed elements of x times scale, rounded to 16 bits, and high to their upper 8 bits, for groups of 32.")
	values, high, x := pointer("values"), pointer("high"), pointer("x")
	idx, left := pointer("idx"), integer("groups")
	scale := avx512.reg()
	VBROADCASTSS(parameter("scale"), scale)
	loop(left, func() {
		row := YMM()
		whole := ZMM()
		for half := range 2 {
			at, v := ZMM(), ZMM()
			mask := K()
			KXNORW(mask, mask, mask)
			VMOVDQU32(Mem{Base: idx, Disp: half * groupBytes}, at)
			VXORPS(v, v, v)
			VGATHERDPS(Mem{Base: x, Index: at, Scale: 4}, mask, v)
			VMULPS(scale, v, v)
			VCVTPS2UDQ(v, v)
			VPMOVUSDW(v, row)
			if half == 0 {
				VMOVDQA64(row.AsZ(), whole)
			} else {
				VINSERTI64X4(U8(1), row, whole, whole)
			}
		}
		VMOVDQU64(whole, Mem{Base: values})
		VPSRLW(U8(8), whole, whole)
		VMOVDQU64(whole, Mem{Base: high})
		ADDQ(U8(2*groupBytes), idx)
		ADDQ(U8(stripBytes), values)
		ADDQ(U8(stripBytes), high)
	})
	avx512.end()
}

// fixedBlockAMX multiplies by the matrix unit.
func fixedBlockAMX() {
	function("fixedBlockAMX", "(dst, start, scale, rowScale *float32, sums *int32, values, high, words *uint16, idx *int32, panel *[4096]byte, shapes *[64]byte, rows, steps, next, width int)",
		"sets rows of dst, width bytes wide, to start plus the scaled products of values and high with the weights. "+
			"idx lists the rows of the weights, 32 for each step and 32 more. Strips are next bytes apart.")
	tileConfigure(fixed("shapes", RAX))
	values, high, line, row, panel := RBX, RCX, RDX, RSI, RDI
	MOVQ(U32(stripBytes), line)
	fixed("steps", row)
	SHLQ(U8(6), row)
	words, column := pointer("words"), GP64()
	XORQ(column, column)
	strip := label("strip")
	Label(strip)
	fixed("values", values)
	fixed("high", high)
	for t := range tile(4) {
		tileZero(t)
	}
	idx, at := pointer("idx"), pointer("panel")
	packStep(at, words, idx)
	loop(integer("steps"), func() {
		MOVQ(at, panel)
		XORQ(U32(2*tileSize), at) // the other half: the address is a multiple of 4,096
		packStep(at, words, idx)
		tileLoad(4, values, row, 0)
		tileLoad(6, panel, line, 0)
		tileBytes(0, 4, 6)
		tileLoad(5, high, row, 0)
		tileBytes(1, 5, 6)
		tileLoad(7, panel, line, tileSize)
		tileBytes(2, 4, 7)
		tileBytes(3, 5, 7)
		ADDQ(U8(stripBytes), values)
		ADDQ(U8(stripBytes), high)
	})
	sums := fixed("sums", RAX)
	for t := range tile(4) {
		tileStore(t, sums, line, int32(t)*tileSize)
	}
	fixedSums(column, 0)
	last := label("last")
	ADDQ(U8(groupBytes), column)
	CMPQ(column, parameter("width"))
	JGE(LabelRef(last))
	fixedSums(column, 1)
	ADDQ(parameter("next"), words)
	ADDQ(U8(groupBytes), column)
	CMPQ(column, parameter("width"))
	JL(LabelRef(strip))
	Label(last)
	tileRelease()
	avx512.end()
}

// packStep writes the next 32 listed rows of a strip to two tiles, two rows interleaved.
func packStep(to, strip, idx Register) {
	left := GP64()
	MOVQ(U32(16), left)
	loop(left, func() {
		row, low, high := ZMM(), ZMM(), ZMM()
		first, second := GP64(), GP64()
		for i, at := range []Register{first, second} {
			MOVLQSX(Mem{Base: idx, Disp: 4 * i}, at)
			SHLQ(U8(6), at)
		}
		VMOVDQU64(Mem{Base: strip, Index: first, Scale: 1}, row)
		VPUNPCKLWD(Mem{Base: strip, Index: second, Scale: 1}, row, low)
		VPUNPCKHWD(Mem{Base: strip, Index: second, Scale: 1}, row, high)
		VMOVDQU64(low, Mem{Base: to})
		VMOVDQU64(high, Mem{Base: to, Disp: tileSize})
		ADDQ(U8(8), idx)
		ADDQ(U8(stripBytes), to)
	})
	SUBQ(U32(tileSize), to)
}

// fixedSums converts the sums of a group of a strip; its first column is given in bytes.
func fixedSums(column Register, group int) {
	dst, sums, rowScale, at := GP64(), GP64(), GP64(), GP64()
	load := func(name string) VecVirtual {
		Load(Param(name), at)
		return avx512.load(Mem{Base: at, Index: column, Scale: 1}, 1)[0]
	}
	start, scale := load("start"), load("scale")
	factor := avx512.constant(256)
	Load(Param("dst"), dst)
	ADDQ(column, dst)
	Load(Param("sums"), sums)
	Load(Param("rowScale"), rowScale)
	stride := integer("width")
	loop(integer("rows"), func() {
		low, high := ZMM(), ZMM()
		VCVTDQ2PS(Mem{Base: sums, Disp: 2 * group * tileSize}, low)
		VCVTDQ2PS(Mem{Base: sums, Disp: (2*group + 1) * tileSize}, high)
		VFMADD231PS(high, factor, low)
		VMULPS(scale, low, low)
		VFMADD132PS(avx512.broadcast(Mem{Base: rowScale}), start, low)
		VMOVUPS(low, Mem{Base: dst})
		ADDQ(U8(4), rowScale)
		ADDQ(U8(groupBytes), sums)
		ADDQ(stride, dst)
	})
}

// fixedBlockVNNI multiplies by vector instructions.
func fixedBlockVNNI() {
	function("fixedBlockVNNI", "(dst, start, scale, rowScale *float32, sums *int32, values, high, words *uint16, idx *int32, panel *[4096]byte, rows, steps, next, width int)",
		"is fixedBlockAMX by vector instructions.")
	words, column := pointer("words"), GP64()
	XORQ(column, column)
	strip := label("strip")
	Label(strip)
	sums, left := pointer("sums"), GP64()
	MOVQ(U32(4*16), left)
	zero := avx512.zero(1)[0]
	loop(left, func() {
		VMOVDQU32(zero, Mem{Base: sums})
		ADDQ(U8(groupBytes), sums)
	})
	idx, values, high := pointer("idx"), pointer("values"), pointer("high")
	loop(integer("steps"), func() {
		packStep(pointer("panel"), words, idx)
		vectorStep(values, high)
		ADDQ(U8(stripBytes), values)
		ADDQ(U8(stripBytes), high)
	})
	fixedSums(column, 0)
	last := label("last")
	ADDQ(U8(groupBytes), column)
	CMPQ(column, parameter("width"))
	JGE(LabelRef(last))
	fixedSums(column, 1)
	ADDQ(parameter("next"), words)
	ADDQ(U8(groupBytes), column)
	CMPQ(column, parameter("width"))
	JL(LabelRef(strip))
	Label(last)
	avx512.end()
}

// vectorStep adds the products of a step of all rows to the sums.
func vectorStep(values, high Register) {
	x, y, sums, row := GP64(), GP64(), pointer("sums"), integer("steps")
	SHLQ(U8(6), row)
	MOVQ(values, x)
	MOVQ(high, y)
	loop(integer("rows"), func() {
		sum := make([]VecVirtual, 4)
		for i := range sum {
			sum[i] = ZMM()
			VMOVDQU32(Mem{Base: sums, Disp: i * tileSize}, sum[i])
		}
		panel := pointer("panel")
		for pair := range 16 {
			for k, from := range []Register{x, y} {
				a := ZMM()
				VPBROADCASTD(Mem{Base: from, Disp: 4 * pair}, a)
				for half := range 2 {
					VPDPBUSD(Mem{Base: panel, Disp: half*tileSize + pair*stripBytes}, a, sum[2*half+k])
				}
			}
		}
		for i, s := range sum {
			VMOVDQU32(s, Mem{Base: sums, Disp: i * tileSize})
		}
		ADDQ(U8(groupBytes), sums)
		ADDQ(row, x)
		ADDQ(row, y)
	})
}

package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// Tables in memory, made on first use.
var (
	ascending    Mem // the numbers 0 to 15
	compressions Mem // for each mask of 8 lanes, the numbers of the lanes that are set, one byte each
	tablesMade   bool
)

func makeTables() {
	if tablesMade {
		return
	}
	tablesMade = true
	ascending = GLOBL("ascending", RODATA|NOPTR)
	for i := range 16 {
		DATA(4*i, U32(uint32(i)))
	}
	compressions = GLOBL("compressions", RODATA|NOPTR)
	for mask := range 256 {
		var lanes uint64
		n := 0
		for lane := range 8 {
			if mask>>lane&1 != 0 {
				lanes |= uint64(lane) << (8 * n)
				n++
			}
		}
		DATA(8*mask, U64(lanes))
	}
}

func (v isa) nonzero() {
	makeTables()
	v.function("nonzero", "(idx []int32, val, x []float32) int", "finds what is not zero in x.")
	zero := v.zero(1)[0]
	v.collect(func(at Mem, x VecVirtual) (mask Register) {
		VMOVUPS(at, x)
		return v.unequal(zero, x)
	})
}

func (v isa) diff() {
	makeTables()
	v.function("diff", "(idx []int32, val, x, base []float32) int", "finds where x and base differ.")
	base := pointer("base")
	v.collect(func(at Mem, x VecVirtual) (mask Register) {
		b := v.reg()
		VMOVUPS(at, x)
		VMOVUPS(Mem{Base: base, Index: at.Index, Scale: at.Scale, Disp: at.Disp}, b)
		mask = v.unequal(b, x)
		VSUBPS(b, x, x)
		return mask
	})
}

// unequal returns a mask of the lanes in which a and b differ or one of them is NaN.
func (v isa) unequal(a, b VecVirtual) Register {
	const notEqual = 4
	if v == avx512 {
		mask := K()
		VCMPPS(U8(notEqual), a, b, mask)
		return mask
	}
	t, mask := v.reg(), GP32()
	VCMPPS(U8(notEqual), a, b, t)
	VMOVMSKPS(t, mask)
	return mask
}

// collect writes the values and indices that find selects: find loads a register from a
// place in x and returns a mask of the lanes to keep.
//
// collect writes whole registers. The number of kept values never exceeds the place in
// x, so the writes stay within the length of x. (The instruction that compresses into
// memory writes only the kept lanes, but it is microcoded and slow on Zen 4.)
func (v isa) collect(find func(at Mem, x VecVirtual) (mask Register)) {
	idx, val, x := pointer("idx"), pointer("val"), pointer("x")
	end := length("x")
	i, count := GP64(), GP64()
	XORQ(i, i)
	XORQ(count, count)

	number, step := v.numbers()

	top := label("loop")
	Label(top)
	toIdx := Mem{Base: idx, Index: count, Scale: 4}
	toVal := Mem{Base: val, Index: count, Scale: 4}
	for part := range v.perGroup {
		r, found := v.reg(), GP32()
		mask := find(Mem{Base: x, Index: i, Scale: 4, Disp: part * v.bytes()}, r)
		if v == avx512 {
			VCOMPRESSPS_Z(r, mask, r)
			v.keepNumbers(number, mask, found, toIdx)
		} else {
			VPERMPS(r, v.keepNumbers(number, mask, found, toIdx), r)
		}
		VMOVUPS(r, toVal)
		VPADDD(step, number, number)
		POPCNTL(found, found)
		ADDQ(found.As64(), count)
	}
	ADDQ(U8(16), i)
	CMPQ(i, end)
	JL(LabelRef(top))
	Store(count, ReturnIndex(0))
	v.end()
}

// numbers returns the index of the first lane or, in AVX-512, of each lane, and its
// increment from register to register.
func (v isa) numbers() (number, step VecVirtual) {
	number, step = v.reg(), v.reg()
	if v == avx512 {
		VMOVDQU32(ascending, number)
	} else {
		VPXOR(number, number, number)
	}
	VPBROADCASTD(word(uint32(v.lanes)), step)
	return number, step
}

// keepNumbers writes a whole register: the indices of the lanes in the mask, followed by
// arbitrary values. It sets found to the mask. With AVX2 it returns the order of the lanes.
func (v isa) keepNumbers(number VecVirtual, mask, found Register, to Mem) (lanes VecVirtual) {
	numbers := v.reg()
	if v == avx512 {
		VPCOMPRESSD_Z(number, mask, numbers)
		KMOVW(mask, found)
		VMOVDQU32(numbers, to)
		return nil
	}
	table := GP64()
	lanes = v.reg()
	LEAQ(compressions, table)
	VPMOVZXBD(Mem{Base: table, Index: mask, Scale: 8}, lanes)
	VPADDD(number, lanes, numbers)
	MOVL(mask, found)
	VMOVDQU(numbers, to)
	return lanes
}

func (v isa) addRows() {
	v.function("addRows", "(acc, w []float32, idx []int32, val []float32)", "adds rows of w, weighted by val, to acc.")
	v.eachRow("acc", v.rowSums, true, func(sums []VecVirtual, val VecVirtual, row Mem) {
		for i, sum := range sums {
			VFMADD231PS(row.Offset(i*v.bytes()), val, sum)
		}
	})
	v.end()
}

func (v isa) updateRows() {
	v.function("updateRows", "(w []float32, idx []int32, val, grad []float32)", "adds grad, weighted by val, to rows of w.")
	v.eachRow("grad", v.rowSums, false, func(g []VecVirtual, val VecVirtual, row Mem) {
		for i, r := range g {
			t := v.reg()
			VMOVUPS(row.Offset(i*v.bytes()), t)
			VFMADD231PS(r, val, t)
			VMOVUPS(t, row.Offset(i*v.bytes()))
		}
	})
	v.end()
}

// eachRow runs body for each row of w in idx, with the row's value and a block of columns
// of the vector that fits into the registers. After the last row it writes the columns
// back if keep is set, and continues with the next block of columns.
func (v isa) eachRow(vector string, most int, keep bool, body func(block []VecVirtual, val VecVirtual, row Mem)) {
	vec, w := pointer(vector), pointer("w")
	idx, val, count := pointer("idx"), pointer("val"), length("idx")
	width := length(vector)
	groups := GP64()
	MOVQ(width, groups)
	SHRQ(U8(4), groups)
	SHLQ(U8(2), width)
	blocks(groups, most, func(size int) {
		block := v.load(Mem{Base: vec}, size)
		k, top := GP64(), label("row")
		XORQ(k, k)
		Label(top)
		row := GP64()
		MOVLQSX(Mem{Base: idx, Index: k, Scale: 4}, row)
		IMULQ(width, row)
		ADDQ(w, row)
		body(block, v.broadcast(Mem{Base: val, Index: k, Scale: 4}), Mem{Base: row})
		INCQ(k)
		CMPQ(k, count)
		JL(LabelRef(top))
		if keep {
			v.store(block, Mem{Base: vec})
		}
		ADDQ(U32(uint32(size*groupBytes)), vec)
		ADDQ(U32(uint32(size*groupBytes)), w)
	})
}

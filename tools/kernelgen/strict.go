package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// gnubgSigmoid looks up the entry for the argument's interval of 0.1 in the table.
// AVX-512 keeps the table in registers, which is faster than a gather.
func (v isa) gnubgSigmoid() {
	v.function("gnubgSigmoid", "(dst, x []float32, table *float32, beta float32)",
		"sets dst to the piecewise sigmoid of beta·x. The table has 112 floats.")
	beta, ten, one := v.broadcast(parameter("beta")), v.constant(10), v.constant(1)
	magnitude := v.broadcast(word(0x7fffffff))
	look := v.lookup(pointer("table"))
	v.eachGroup([]string{"dst", "x"}, func(at []Mem) {
		u, x, whole, q := v.reg(), v.reg(), v.reg(), v.reg()
		VMULPS(at[1], beta, u)
		VANDPS(magnitude, u, x)
		VMINPS(x, ten, x) // NaN stays NaN, because it is the first operand
		VMULPS(ten, x, x)
		const towardZeroQuiet = 11
		if v == avx512 {
			VRNDSCALEPS(U8(towardZeroQuiet), x, whole)
		} else {
			VROUNDPS(U8(towardZeroQuiet), x, whole)
		}
		index := v.reg()
		VCVTTPS2DQ(x, index)
		VSUBPS(whole, x, x)
		VADDPS(ten, x, x)
		VMULPS(look(index), x, x)
		VADDPS(one, x, x)
		VDIVPS(x, one, q)
		VSUBPS(q, one, x)
		v.whereNegative(u, q, x)
		VMOVUPS(x, at[0])
	})
	v.end()
}

// whereNegative sets dst to from where the sign bit of u is set.
func (v isa) whereNegative(u, from, dst VecVirtual) {
	if v == avx512 {
		negative := K()
		VPMOVD2M(u, negative)
		VMOVAPS(from, negative, dst)
		return
	}
	VBLENDVPS(u, from, dst, dst)
}

// lookup returns a function that looks up the entries of a table of 112 floats at the
// indices in a register. The function overwrites this register. Valid indices are 0 to 100;
// the results for larger indices are arbitrary.
func (v isa) lookup(table Register) func(index VecVirtual) VecVirtual {
	if v == avx512 {
		return v.permute(table)
	}
	last := v.broadcast(word(100))
	return func(index VecVirtual) VecVirtual {
		VPMINUD(last, index, index) // the index from a NaN must not read outside the table
		upper, all := XMM(), YMM()
		VEXTRACTI128(U8(1), index, upper)
		VINSERTF128(U8(1), lookup4(table, upper), lookup4(table, index.AsX()).AsY(), all)
		return all
	}
}

// lookup4 looks up four entries, one by one. A gather instruction is slower.
func lookup4(table, index Register) VecVirtual {
	even, odd := [2]Register{GP64(), GP64()}, [2]Register{GP64(), GP64()}
	VMOVQ(index, odd[0])
	VPEXTRQ(U8(1), index, odd[1])
	found := XMM()
	for i := range odd {
		MOVL(odd[i].(GPVirtual).As32(), even[i].(GPVirtual).As32())
		SHRQ(U8(32), odd[i])
		first := Mem{Base: table, Index: even[i], Scale: 4}
		if i == 0 {
			VMOVSS(first, found)
		} else {
			VINSERTPS(U8(0x20), first, found, found)
		}
		VINSERTPS(U8(uint8(0x10+0x20*i)), Mem{Base: table, Index: odd[i], Scale: 4}, found, found)
	}
	return found
}

// permute is lookup for AVX-512.
func (v isa) permute(table Register) func(index VecVirtual) VecVirtual {
	part := v.load(Mem{Base: table}, 7)
	bit5, bit6 := v.reg(), v.reg()
	VPBROADCASTD(word(1<<5), bit5)
	VPBROADCASTD(word(1<<6), bit6)
	pair := func(index VecVirtual, low int) VecVirtual {
		found := v.reg()
		VMOVAPS(index, found)
		VPERMI2PS(part[low+1], part[low], found)
		return found
	}
	return func(index VecVirtual) VecVirtual {
		upper, high := K(), K()
		VPTESTMD(bit5, index, upper)
		VPTESTMD(bit6, index, high)
		low, mid, end := pair(index, 0), pair(index, 2), pair(index, 4)
		VMOVAPS(mid, upper, low)
		VPERMPS(part[6], index, upper, end)
		VMOVAPS(end, high, low)
		return low
	}
}

func (v isa) addRowsStrict() {
	v.function("addRowsStrict", "(acc, w []float32, idx []int32, val []float32)",
		"adds rows of w, weighted by val, to acc, and rounds each product.")
	v.eachRow("acc", v.rowSums, true, func(sums []VecVirtual, val VecVirtual, row Mem) {
		for i, sum := range sums {
			t := v.reg()
			VMULPS(row.Offset(i*v.bytes()), val, t)
			VADDPS(t, sum, sum)
		}
	})
	v.end()
}

// headOutputs is the number of outputs of headStrict, headBytes their size in bytes.
const (
	headOutputs = 5
	headBytes   = 4 * headOutputs
)

// bundle is one row in a register of four lanes, or two rows in a register of eight lanes.
type bundle struct {
	rows int
	reg  func() VecVirtual
}

var (
	single = bundle{1, func() VecVirtual { return XMM() }}
	double = bundle{2, func() VecVirtual { return YMM() }}
)

// headStrict computes four rows at a time, then the remaining rows. AVX-512 would not be
// faster: loading the quarters of its registers from four rows takes the time that they
// save.
func (v isa) headStrict() {
	v.function("headStrict", "(dst, x, w, bias *float32, n, in int)",
		"sets n rows of 5 floats of dst to bias plus the products of rows of x and w, over in floats, "+
			"summed in four lanes.")
	dst, x, w, bias := pointer("dst"), pointer("x"), pointer("w"), pointer("bias")
	n, in := integer("n"), bytesOf("in")
	for _, size := range []struct {
		bundle
		count int
	}{{double, 2}, {double, 1}, {single, 1}} {
		rows := size.count * size.rows
		next, done := label("rows"), label("done")
		Label(next)
		CMPQ(n, U32(uint32(rows)))
		JL(LabelRef(done))
		for i, sums := range size.heads(size.count, x, w, in) {
			size.finish(sums, bias, Mem{Base: dst}.Offset(i*size.rows*headBytes))
		}
		ADDQ(U32(uint32(rows*headBytes)), dst)
		LEAQ(Mem{Base: x, Index: in, Scale: uint8(rows)}, x)
		SUBQ(U32(uint32(rows)), n)
		JMP(LabelRef(next))
		Label(done)
	}
	v.end()
}

// heads returns the sums of the products of count bundles of rows of x with each row of w.
func (b bundle) heads(count int, x, w, in Register) [][]VecVirtual {
	sums := make([][]VecVirtual, count)
	for i := range sums {
		for range headOutputs {
			r := b.reg()
			VXORPS(r, r, r)
			sums[i] = append(sums[i], r)
		}
	}
	inputs, weights := newMatrix(x, in, count*b.rows), newMatrix(w, in, headOutputs)
	groups := GP64()
	MOVQ(in, groups)
	SHRQ(U8(6), groups)
	loop(groups, func() {
		for at := 0; at < groupBytes; at += 16 {
			columns := make([]VecVirtual, count)
			for i := range columns {
				columns[i] = b.broadcast4(inputs.row(i * b.rows).Offset(at))
				if b.rows == 2 {
					VINSERTF128(U8(1), inputs.row(2*i+1).Offset(at), columns[i], columns[i])
				}
			}
			for k := range headOutputs {
				row := b.broadcast4(weights.row(k).Offset(at))
				for i, c := range columns {
					t := b.reg()
					VMULPS(row, c, t)
					VADDPS(t, sums[i][k], sums[i][k])
				}
			}
		}
		weights.advance(U8(groupBytes))
		inputs.advance(U8(groupBytes))
	})
	return sums
}

// broadcast4 returns a register with four floats from memory for each row.
func (b bundle) broadcast4(from Mem) VecVirtual {
	r := b.reg()
	if b.rows == 1 {
		VMOVUPS(from, r)
	} else {
		VBROADCASTF128(from, r)
	}
	return r
}

// finish adds the four lanes of each sum, neighbours first, adds the bias and writes five
// floats for each row.
func (b bundle) finish(sums []VecVirtual, bias Register, to Mem) {
	four := b.pairs(b.pairs(sums[0], sums[1]), b.pairs(sums[2], sums[3]))
	fifth := b.pairs(sums[4], sums[4])
	fifth = b.pairs(fifth, fifth)
	VADDPS(b.broadcast4(Mem{Base: bias}), four, four)
	last := XMM()
	VMOVSS(Mem{Base: bias, Disp: 16}, last)
	for i := b.rows - 1; i >= 0; i-- { // the lower lanes last, because writing them clears the upper ones
		row, rest := Register(four.AsX()), Register(fifth.AsX())
		if i == 1 {
			row, rest = XMM(), XMM()
			VEXTRACTF128(U8(1), four, row)
			VEXTRACTF128(U8(1), fifth, rest)
		}
		VADDSS(last, rest, rest)
		VMOVUPS(row, to.Offset(i*headBytes))
		VMOVSS(rest, to.Offset(i*headBytes+16))
	}
}

// pairs returns, for each row, the sums of neighbours in a, then the sums of neighbours
// in c.
func (b bundle) pairs(a, c VecVirtual) VecVirtual {
	even, odd := b.reg(), b.reg()
	VSHUFPS(U8(0x88), c, a, even)
	VSHUFPS(U8(0xdd), c, a, odd)
	VADDPS(odd, even, even)
	return even
}

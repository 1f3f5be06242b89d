package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// dots multiplies each row of a by each row of b and returns the sums over all groups of
// floats: one group of lanes for each pair of a row of a and a row of b. It overwrites
// groups and advances the rows.
func (v isa) dots(a, b matrix, rows, columns int, groups Register) (sums [][][]VecVirtual) {
	sums = make([][][]VecVirtual, rows)
	for i := range sums {
		for range columns {
			sums[i] = append(sums[i], v.zero(v.perGroup))
		}
	}
	loop(groups, func() {
		for part := range v.perGroup {
			var right []VecVirtual
			if rows > 1 {
				for j := range columns {
					r := v.reg()
					VMOVUPS(b.row(j).Offset(part*v.bytes()), r)
					right = append(right, r)
				}
			}
			for i := range rows {
				left := v.reg()
				VMOVUPS(a.row(i).Offset(part*v.bytes()), left)
				for j := range columns {
					if rows > 1 {
						VFMADD231PS(right[j], left, sums[i][j][part])
					} else {
						VFMADD231PS(b.row(j).Offset(part*v.bytes()), left, sums[i][j][part])
					}
				}
			}
		}
		a.advance(U8(groupBytes))
		b.advance(U8(groupBytes))
	})
	return sums
}

// fold reduces the sixteen lanes of a sum to four: it adds the lanes whose numbers differ
// by a multiple of four. Both instruction sets add in the same order.
func (v isa) fold(sum []VecVirtual) VecVirtual {
	half, high, low := YMM(), XMM(), XMM()
	if v == avx512 {
		VEXTRACTF64X4(U8(1), sum[0], half)
		VADDPS(half, sum[0].AsY(), half)
		VEXTRACTF32X4(U8(1), half, high)
	} else {
		VADDPS(sum[1], sum[0], half)
		VEXTRACTF128(U8(1), half, high)
	}
	VADDPS(high, half.AsX(), low)
	return low
}

// total4 reduces four sums to one lane each: it adds lanes 2 apart, then lanes 1 apart.
func (v isa) total4(sums [][]VecVirtual) VecVirtual {
	var pairs [2]VecVirtual // for two sums each: a0+a2, b0+b2, a1+a3, b1+b3
	for k := range pairs {
		a, b := v.fold(sums[2*k]), v.fold(sums[2*k+1])
		low, high := XMM(), XMM()
		VUNPCKLPS(b, a, low)
		VUNPCKHPS(b, a, high)
		VADDPS(high, low, low)
		pairs[k] = low
	}
	low, high := XMM(), XMM()
	VMOVLHPS(pairs[1], pairs[0], low)
	VMOVHLPS(pairs[0], pairs[1], high)
	VADDPS(high, low, low)
	return low
}

// total reduces one sum to its first lane, in the order of total4.
func (v isa) total(sum []VecVirtual) VecVirtual {
	four := v.fold(sum)
	t := XMM()
	VMOVHLPS(four, four, t)
	VADDPS(t, four, four)
	VMOVSHDUP(four, t)
	VADDSS(t, four, four)
	return four
}

// addTotals writes the values at from plus the sums to consecutive floats.
func (v isa) addTotals(sums [][]VecVirtual, from, to Mem) {
	done := 0
	for ; done+4 <= len(sums); done += 4 {
		t := v.total4(sums[done : done+4])
		VADDPS(from.Offset(4*done), t, t)
		VMOVUPS(t, to.Offset(4*done))
	}
	for ; done < len(sums); done++ {
		t := v.total(sums[done])
		VADDSS(from.Offset(4*done), t, t)
		VMOVSS(t, to.Offset(4*done))
	}
}

// matVec computes five rows at a time, the number of outputs of a net, then single rows.
func (v isa) matVec() {
	v.function("matVec", "(dst, w, x, bias []float32)", "sets dst to bias plus the product of w and x.")
	dst, bias, w := pointer("dst"), pointer("bias"), pointer("w")
	rows, x, stride := length("dst"), pointer("x"), length("x")
	SHLQ(U8(2), stride)
	for _, size := range []int{5, 1} {
		next, done := label("rows"), label("done")
		Label(next)
		CMPQ(rows, U32(uint32(size)))
		JL(LabelRef(done))
		groups := GP64()
		MOVQ(stride, groups)
		SHRQ(U8(6), groups)
		sums := v.dots(newMatrix(x, nil, 1), newMatrix(w, stride, size), 1, size, groups)
		v.addTotals(sums[0], Mem{Base: bias}, Mem{Base: dst})
		for range size {
			ADDQ(stride, w)
		}
		ADDQ(U8(uint8(4*size)), bias)
		ADDQ(U8(uint8(4*size)), dst)
		SUBQ(U32(uint32(size)), rows)
		JMP(LabelRef(next))
		Label(done)
	}
	v.end()
}

// dotRows is the maximal number of rows that dotPanel multiplies at a time.
func (v isa) dotRows() int {
	if v == avx512 {
		return 4
	}
	return 1
}

// dotPanel is the core of the dense product whose sums run along the rows.
func (v isa) dotPanel() {
	v.function("dotPanel", "(dst, grad, w *float32, n, columns, out, in int)",
		"adds to n rows of dst, in floats apart, the products of n rows of grad with columns rows of w, 1 or 4, over out floats.")
	columns := integer("columns")
	one, done := label("one"), label("done")
	CMPQ(columns, U8(4))
	JNE(LabelRef(one))
	v.panel(4)
	JMP(LabelRef(done))
	Label(one)
	v.panel(1)
	Label(done)
	v.end()
}

// panel writes the code for one number of columns.
func (v isa) panel(columns int) {
	dst, g, w := pointer("dst"), pointer("grad"), pointer("w")
	n, out, in := integer("n"), bytesOf("out"), bytesOf("in")
	for size := v.dotRows(); size > 0; size /= 2 {
		next, done := label("rows"), label("done")
		Label(next)
		CMPQ(n, U32(uint32(size)))
		JL(LabelRef(done))
		groups := GP64()
		MOVQ(out, groups)
		SHRQ(U8(6), groups)
		sums := v.dots(newMatrix(g, out, size), newMatrix(w, out, columns), size, columns, groups)
		for i := range size {
			v.addTotals(sums[i], Mem{Base: dst}, Mem{Base: dst})
			ADDQ(in, dst)
			ADDQ(out, g)
		}
		SUBQ(U32(uint32(size)), n)
		JMP(LabelRef(next))
		Label(done)
	}
}

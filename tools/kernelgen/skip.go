package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// inUse lists the columns that mulListed needs for one to six rows of x.
func (v isa) inUse() {
	makeTables()
	v.function("inUse", "(idx []int32, x *float32, rows, columns, xRow int) int",
		"finds the columns, of 1 to 6 rows of x, in which a row is not zero.")
	rows := integer("rows")
	columns, stride := integer("columns"), bytesOf("xRow")
	zero := v.zero(1)[0]
	found := pointer("idx")
	count := GP64()
	XORQ(count, count)
	choose(rows, 1, mostRows, func(rows int) {
		x := newMatrix(pointer("x"), stride, rows)
		number, step := v.numbers()
		left := GP64()
		MOVQ(columns, left)
		SHRQ(U8(4), left)
		loop(left, func() {
			for part := range v.perGroup {
				any := v.reg()
				VMOVUPS(x.row(0).Offset(part*v.bytes()), any)
				for i := 1; i < rows; i++ {
					VORPS(x.row(i).Offset(part*v.bytes()), any, any)
				}
				mask, kept := v.unequal(zero, any), GP32()
				v.keepNumbers(number, mask, kept, Mem{Base: found, Index: count, Scale: 4})
				VPADDD(step, number, number)
				POPCNTL(kept, kept)
				ADDQ(kept.As64(), count)
			}
			x.advance(U8(groupBytes))
		})
	})
	Store(count, ReturnIndex(0))
	v.end()
}

// mulListed is mulTile for the steps in a list, with start values from another matrix.
func (v isa) mulListed() {
	v.function("mulListed", "(dst, start, x, w *float32, idx []int32, rows, groups, stride, startRow, xRow int)",
		"sets a tile of dst, with rows and groups of 16 columns, to start plus the product of x and w over the steps that idx lists, at least one. "+
			"From row to row dst and w go on by stride floats, start by startRow and x by xRow.")
	rows, groups := integer("rows"), integer("groups")
	choose(rows, 1, mostRows, func(rows int) {
		choose(groups, 1, v.mostGroups(rows), func(groups int) { v.listed(rows, groups) })
	})
	v.end()
}

// listed writes the code for one size of tile.
func (v isa) listed(rows, groups int) {
	stride := bytesOf("stride")
	start := newMatrix(pointer("start"), bytesOf("startRow"), rows)
	x := newMatrix(pointer("x"), bytesOf("xRow"), rows)
	w := pointer("w")
	next, left := pointer("idx"), length("idx")
	sums := make([][]VecVirtual, rows)
	for i := range sums {
		sums[i] = v.load(start.row(i), groups)
	}
	loop(left, func() {
		row := GP64()
		MOVLQSX(Mem{Base: next}, row)
		ADDQ(U8(4), next)
		at := x.column(row)
		IMULQ(stride, row)
		ADDQ(w, row)
		v.step(sums, at, Mem{Base: row})
	})
	dst := newMatrix(pointer("dst"), stride, rows)
	for i := range sums {
		v.store(sums[i], dst.row(i))
	}
}

// column returns the matrix from the given column on.
func (m matrix) column(number Register) matrix {
	at := matrix{row0: GP64(), stride: m.stride}
	LEAQ(Mem{Base: m.row0, Index: number, Scale: 4}, at.row0)
	if m.row3 != nil {
		at.row3 = GP64()
		LEAQ(Mem{Base: m.row3, Index: number, Scale: 4}, at.row3)
	}
	return at
}

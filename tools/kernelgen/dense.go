package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// matrix addresses up to six rows of a matrix without a register for each row.
type matrix struct {
	row0, row3 Register // addresses of these rows
	stride     Register // bytes from row to row
}

// newMatrix returns a matrix with its first row at the address. It copies the address to a
// new register.
func newMatrix(at, stride Register, rows int) matrix {
	m := matrix{row0: GP64(), stride: stride}
	MOVQ(at, m.row0)
	if rows > 3 {
		m.row3 = GP64()
		LEAQ(Mem{Base: at, Index: stride, Scale: 2}, m.row3)
		ADDQ(stride, m.row3)
	}
	return m
}

// row returns the address of row i.
func (m matrix) row(i int) Mem {
	at := Mem{Base: m.row0}
	if i == 3 || i == 5 {
		at.Base = m.row3
		i -= 3
	}
	if i > 0 {
		at.Index, at.Scale = m.stride, uint8(i)
	}
	return at
}

// advance moves all row addresses forward by a number of bytes: a register or a constant.
func (m matrix) advance(by Op) {
	ADDQ(by, m.row0)
	if m.row3 != nil {
		ADDQ(by, m.row3)
	}
}

// mostRows is the maximal number of rows of a tile of mulTile.
const mostRows = 6

// mostGroups is the maximal number of groups of columns of a tile, by its rows. The
// functions that call mulTile have the same table.
func (v isa) mostGroups(rows int) int { return min(8, v.sums/v.perGroup/rows) }

// mulTile is the core of the two dense products whose sums run down the columns.
// The tile stays in registers during all steps.
func (v isa) mulTile() {
	v.function("mulTile", "(dst, x, w *float32, rows, groups, steps, stride, xRow, xStep int)",
		"adds to a tile of dst, with rows and groups of 16 columns, the product of x and w over so many steps. "+
			"From row to row dst and w go on by stride floats, x by xRow, and from step to step x by xStep.")
	rows, groups := integer("rows"), integer("groups")
	choose(rows, 1, mostRows, func(rows int) {
		choose(groups, 1, v.mostGroups(rows), func(groups int) { v.tile(rows, groups) })
	})
	v.end()
}

// tile writes the code for one size of tile.
func (v isa) tile(rows, groups int) {
	stride, xStep := bytesOf("stride"), bytesOf("xStep")
	dst := newMatrix(pointer("dst"), stride, rows)
	x := newMatrix(pointer("x"), bytesOf("xRow"), rows)
	w, steps := pointer("w"), integer("steps")
	sums := make([][]VecVirtual, rows)
	for i := range sums {
		sums[i] = v.load(dst.row(i), groups)
	}
	loop(steps, func() {
		v.step(sums, x, Mem{Base: w})
		x.advance(xStep)
		ADDQ(stride, w)
	})
	for i := range sums {
		v.store(sums[i], dst.row(i))
	}
}

// step adds the products of a column of x and a row of w to the sums. It loads the
// shorter of the two into registers.
func (v isa) step(sums [][]VecVirtual, x matrix, w Mem) {
	rows, columns := len(sums), len(sums[0])
	if rows >= columns {
		row := v.load(w, columns/v.perGroup)
		for i := range rows {
			a := v.broadcast(x.row(i))
			for j, r := range row {
				VFMADD231PS(r, a, sums[i][j])
			}
		}
		return
	}
	column := make([]VecVirtual, rows)
	for i := range column {
		column[i] = v.broadcast(x.row(i))
	}
	for j := range columns {
		r := v.reg()
		VMOVUPS(w.Offset(j*v.bytes()), r)
		for i, a := range column {
			VFMADD231PS(r, a, sums[i][j])
		}
	}
}

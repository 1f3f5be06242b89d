package bearoff

import (
	"encoding/binary"
)

// solveRow solves the positions with the side at row on roll against those from
// column on, as many as there are words for.
func (r *pairRun) solveRow(worker, row, column int, words []byte) {
	w := &r.workers[worker]
	columns := len(words) / r.recordSize()
	best := w.best[:columns]
	for i, p := range r.planes {
		sums := w.sums[i][:columns]
		clear(sums)
		for _, group := range r.rolls[row] {
			bestOf(best, p, group.plays, r.size, column)
			for k, b := range best {
				sums[k] += group.ways * int32(b)
			}
		}
	}
	for i := range r.planes {
		dst := words[i*wordSize:]
		for k, sum := range w.sums[i][:columns] {
			// Division toward zero, then as an unsigned word.
			binary.LittleEndian.PutUint16(dst[k*len(r.planes)*wordSize:], uint16(sum/throws-sureLoss))
		}
	}
}

// bestOf sets dst to the elementwise maximum of rows of a plane, from the column on.
func bestOf[V int16 | fixed](dst, plane []V, rows []uint16, size, column int) {
	n := len(dst)
	row := func(i int) []V { return plane[int(rows[i])*size+column:][:n] }
	copy(dst, row(0))
	i := 1
	for ; i+2 < len(rows); i += 3 {
		a, b, c := row(i), row(i+1), row(i+2)
		for k, d := range dst {
			dst[k] = max(max(a[k], b[k]), max(c[k], d))
		}
	}
	for ; i < len(rows); i++ {
		a := row(i)
		for k, d := range dst {
			dst[k] = max(a[k], d)
		}
	}
}

// keep stores the values of positions with the side at row on roll, for plays
// to the opponent's side.
func (r *pairRun) keep(row, column int, words []byte) {
	size := r.recordSize()
	for i := 0; i < len(words); i += size {
		at := (column+i/size)*r.size + row
		v := words[i:][:size]
		cubeless := word(v, Cubeless)
		r.planes[Cubeless][at] = -1 - cubeless
		if len(r.planes) == 1 {
			continue
		}
		owned, centred, opp := word(v, Owned), word(v, Centred), word(v, OppOwned)
		r.planes[Owned][at] = -1 - opp
		r.planes[Centred][at] = -1 - cubeAction(centred, opp)
		r.planes[OppOwned][at] = -1 - cubeAction(owned, opp)
	}
}

// word returns one of the values of a record, signed.
func word(record []byte, i int) int16 {
	return int16(binary.LittleEndian.Uint16(record[i*wordSize:]) ^ 1<<15)
}

// cubeAction returns the value of a position to a player who makes the better
// of double and no double, from the values without a double and of the doubled
// cube with the opponent. Divisions are toward zero.
func cubeAction(noDouble, taken int16) int16 {
	switch {
	case taken < noDouble/2:
		return noDouble
	case taken >= sureWin/2:
		return sureWin // the opponent passes
	}
	return 2 * taken
}

package generate

import (
	"encoding/binary"

	"gammonlab/engine/bearoff"
	"gammonlab/engine/bearoff/internal/format"
	"gammonlab/engine/bearoff/internal/stacks"
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
			stacks.Best(best, p, group.Plays, r.size, column)
			for k, b := range best {
				sums[k] += group.Ways * int32(b)
			}
		}
	}
	for i := range r.planes {
		dst := words[i*format.WordSize:]
		for k, sum := range w.sums[i][:columns] {
			// Division toward zero, then as an unsigned word.
			binary.LittleEndian.PutUint16(dst[k*len(r.planes)*format.WordSize:], uint16(sum/stacks.Throws-sureLoss))
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
		cubeless := word(v, bearoff.Cubeless)
		r.planes[bearoff.Cubeless][at] = -1 - cubeless
		if len(r.planes) == 1 {
			continue
		}
		owned, centred, opp := word(v, bearoff.Owned), word(v, bearoff.Centred), word(v, bearoff.OppOwned)
		r.planes[bearoff.Owned][at] = -1 - opp
		r.planes[bearoff.Centred][at] = -1 - cubeAction(centred, opp)
		r.planes[bearoff.OppOwned][at] = -1 - cubeAction(owned, opp)
	}
}

// word returns one of the values of a record, signed.
func word(record []byte, i int) int16 {
	return int16(binary.LittleEndian.Uint16(record[i*format.WordSize:]) ^ 1<<15)
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

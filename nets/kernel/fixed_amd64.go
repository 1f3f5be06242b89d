//go:build !noasm

package kernel

func mulFixed(dst, start, x []float32, w *Fixed, n int, room *FixedRoom) {
	if integers == integersGo {
		mulFixedGo(dst, start, x, w, n)
		return
	}
	height := evenly(n, mostFixedRows)
	for r := 0; r < n; r += height {
		rows := min(height, n-r)
		mulFixedBlock(dst[r*w.out:][:rows*w.out], start, x[r*w.in:][:rows*w.in], w, rows, room)
	}
}

// mulFixedBlock multiplies up to mostFixedRows rows, which share the collected weights.
func mulFixedBlock(dst, start, x []float32, w *Fixed, rows int, room *FixedRoom) {
	var inverse [mostFixedRows]float32
	var scale [mostFixedRows]float32
	clear(room.any[:w.in])
	for i := range rows {
		largest := fixedScan(&room.any[0], &x[i*w.in], w.in)
		scale[i], inverse[i] = fixedScale(largest)
	}
	count := nonzeroAVX512(room.idx, room.found, room.any[:w.in])
	steps := max((count+stripColumns-1)/stripColumns, 1)
	columns := steps * stripColumns
	clear(room.idx[count : columns+stripColumns])
	for i := range rows {
		values, high := room.values[i*columns:][:columns], room.high[i*columns:][:columns]
		fixedQuantise(&values[0], &high[0], &x[i*w.in], &room.idx[0], steps, scale[i])
		clear(values[count:])
		clear(high[count:])
	}
	height := evenly(rows, fixedRows)
	for i := 0; i < rows; i += height {
		room.products(dst[i*w.out:], start, w, inverse[i:min(i+height, rows)], i*columns, steps)
	}
}

// products computes a row of tiles, from the given one of the integers in r.values on.
func (r *FixedRoom) products(dst, start []float32, w *Fixed, inverse []float32, first, steps int) {
	rows, next, width := len(inverse), w.in*2*stripColumns, 4*w.out
	values, high := &r.values[first], &r.high[first]
	if integers == integersAMX {
		r.shapes.setRows(rows)
		fixedBlockAMX(&dst[0], &start[0], &w.scale[0], &inverse[0], &r.sums[0], values, high, &w.words[0], &r.idx[0], r.panel, (*[64]byte)(&r.shapes), rows, steps, next, width)
	} else {
		fixedBlockVNNI(&dst[0], &start[0], &w.scale[0], &inverse[0], &r.sums[0], values, high, &w.words[0], &r.idx[0], r.panel, rows, steps, next, width)
	}
}

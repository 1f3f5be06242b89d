//go:build !noasm

package kernel

import "golang.org/x/sys/cpu"

func bestHalves() halvesUnit {
	x := &cpu.X86
	if current == levelAVX512 && x.HasAMXTile && x.HasAMXBF16 && permitAMX() {
		return halvesAMX
	}
	return halvesGo
}

func packRowsOf(dst []uint32, x []float32, columns, row int) {
	whole := columns / tileDepth * tileDepth
	if halves == halvesGo {
		whole = 0
	}
	if whole > 0 {
		packRows(&dst[0], &x[0], whole, row)
	}
	if whole < columns {
		packRowsGo(dst[whole/tileDepth*tileWords:], x[whole:], columns-whole, row)
	}
}

func packColumnsOf(dst []uint32, x []float32, rows, row int) {
	switch {
	case halves == halvesGo || rows < 2:
		packColumnsGo(dst, x, rows, row)
	default:
		packColumns(&dst[0], &x[0], rows/2, row)
		if rows < tileDepth {
			packLastRows(dst, x, rows, row)
		}
	}
}

// mulHalves computes all rows for two columns of tiles before it goes to the next ones: the
// columns stay in the cache.
func mulHalves(dst []float32, stride int, start []float32, left *Halves, first, rows int, right *Halves, from int) {
	if halves == halvesGo || left.steps == 0 {
		mulHalvesGo(dst, stride, start, left, first, rows, right, from)
		return
	}
	for c := 0; c < len(start); c += 2 * tileLines {
		mulHalvesAMX(&dst[c], &start[c], &left.tile(first, 0)[0], &right.tile(from+c/tileLines, 0)[0], (*[64]byte)(&fullTiles),
			rows, min(2, (len(start)-c)/tileLines), left.steps, stride)
	}
}

func peakHalves(loops int) float64 {
	peakTiles((*[64]byte)(&fullTiles), loops)
	return float64(loops) * 4 * 2 * tileLines * tileLines * tileDepth
}

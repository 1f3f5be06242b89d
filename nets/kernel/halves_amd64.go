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
func mulHalves(dst []float32, left, right *Halves, first, rows int) {
	if halves == halvesGo {
		mulHalvesGo(dst, left, right, first, rows)
		return
	}
	row := right.lines * tileLines
	next := left.steps * tileWords
	for c := 0; c < right.lines; c += 2 {
		mulHalvesAMX(&dst[c*tileLines], &left.tile(first, 0)[0], &right.tile(c, 0)[0], (*[64]byte)(&fullTiles),
			rows, min(2, right.lines-c), left.steps, row, next, next)
	}
}

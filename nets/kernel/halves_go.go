package kernel

import "math"

// roundHalf returns the nearest bfloat16; a tie goes to the even one.
func roundHalf(x float32) uint16 {
	bits := math.Float32bits(x)
	return uint16((bits + 0x7fff + bits>>16&1) >> 16)
}

// packRowsGo packs sixteen rows of x into tiles: the first columns of each. Zeros follow up to
// a whole tile.
func packRowsGo(dst []uint32, x []float32, columns, row int) {
	for line := range tileLines {
		for at := 0; at < columns; at += 2 {
			pair := x[line*row+at:]
			dst[at/tileDepth*tileWords+line*Lanes+at%tileDepth/2] = word(pair[0], pair[1])
		}
		if columns%tileDepth != 0 {
			clear(dst[columns/tileDepth*tileWords+line*Lanes+Lanes/2:][:Lanes/2])
		}
	}
}

// packColumnsGo packs up to 32 rows of sixteen columns of x into a tile. Zeros follow.
func packColumnsGo(dst []uint32, x []float32, rows, row int) {
	for p := range rows / 2 {
		even, odd := x[2*p*row:], x[(2*p+1)*row:]
		for k := range tileLines {
			dst[p*tileLines+k] = word(even[k], odd[k])
		}
	}
	packLastRows(dst, x, rows, row)
}

// packLastRows packs the last row if the number is odd, and zeros up to a whole tile.
func packLastRows(dst []uint32, x []float32, rows, row int) {
	clear(dst[rows/2*tileLines : tileWords])
	if rows%2 != 0 {
		for k, v := range x[(rows-1)*row:][:tileLines] {
			dst[rows/2*tileLines+k] = word(v, 0)
		}
	}
}

// word returns two values as they lie in a tile.
func word(first, second float32) uint32 {
	return uint32(roundHalf(first)) | uint32(roundHalf(second))<<16
}

func mulHalvesGo(dst []float32, stride int, start []float32, left *Halves, first, rows int, right *Halves, from int) {
	for r := range rows * tileLines {
		for c, sum := range start {
			for step := range left.steps {
				a := left.tile(first+r/tileLines, step)[r%tileLines*Lanes:][:Lanes]
				b := right.tile(from+c/tileLines, step)[c%tileLines:]
				var even, odd float32
				for p, pair := range a {
					other := b[p*tileLines]
					even = flush(float32(float64(even) + lowHalf(pair)*lowHalf(other)))
					odd = flush(float32(float64(odd) + highHalf(pair)*highHalf(other)))
				}
				sum = flush(flush(sum) + flush(even+odd))
			}
			dst[r*stride+c] = sum
		}
	}
}

// lowHalf and highHalf return the values of a word. The product of two is exact.
func lowHalf(word uint32) float64  { return float64(flush(math.Float32frombits(word << 16))) }
func highHalf(word uint32) float64 { return float64(flush(math.Float32frombits(word &^ 0xffff))) }

// flush returns zero for a number below the smallest normal one.
func flush(x float32) float32 {
	const smallest = 0x1p-126
	if x > -smallest && x < smallest {
		return 0
	}
	return x
}

//go:build (amd64 || arm64) && !noasm

package kernel

// mostRows is the maximal number of rows of a tile in mulTile.
const mostRows = 6

// evenly divides n into the minimal number of about equal parts, each at most most, and
// returns the size of the parts.
func evenly(n, most int) int {
	parts := (n + most - 1) / most
	return (n + parts - 1) / parts
}

// tileSize returns the rows and columns of the tiles for a result of the given
// size.
func tileSize(rows, columns int) (height, width int) {
	height = evenly(rows, mostRows)
	return height, Lanes * evenly(columns/Lanes, mostGroups[current][height])
}

// mulNN computes all rows for one tile's columns of w before it goes to the next columns,
// so these columns stay in the cache.
func mulNN(dst, x, w []float32, n, in, out int) {
	if current == levelGo {
		mulNNGo(dst, x, w, n, in, out)
		return
	}
	height, width := tileSize(n, out)
	for c := 0; c < out; c += width {
		groups := min(width, out-c) / Lanes
		for r := 0; r < n; r += height {
			mulTile(&dst[r*out+c], &x[r*in], &w[c], min(height, n-r), groups, in, out, in, 1)
		}
	}
}

// mulTN goes through dst row by row. In a small batch most of the traffic between cache and
// registers is for dst; going through dst by columns would use only few sets of the cache.
func mulTN(dst, x, g []float32, n, in, out int) {
	if current == levelGo {
		mulTNGo(dst, x, g, n, in, out)
		return
	}
	height, width := tileSize(in, out)
	for r := 0; r < in; r += height {
		for c := 0; c < out; c += width {
			groups := min(width, out-c) / Lanes
			mulTile(&dst[r*out+c], &x[r], &g[c], min(height, in-r), groups, n, out, 1, in)
		}
	}
}

// mulTNRows computes all rows for one tile's columns before it goes to the next columns:
// then the columns' part of g stays in the cache in a large batch, and dst has only a few
// rows.
func mulTNRows(dst, x, g []float32, n, in, out, from, to int) {
	if current == levelGo {
		mulTNRowsGo(dst, x, g, n, in, out, from, to)
		return
	}
	height, width := tileSize(to-from, out)
	for c := 0; c < out; c += width {
		groups := min(width, out-c) / Lanes
		for r := from; r < to; r += height {
			mulTile(&dst[(r-from)*out+c], &x[r], &g[c], min(height, to-r), groups, n, out, 1, in)
		}
	}
}

func mulNT(dst, g, w []float32, n, in, out int) {
	if current == levelGo {
		mulNTGo(dst, g, w, n, in, out)
		return
	}
	columns := 4
	for j := 0; j < in; j += columns {
		if j+columns > in {
			columns = 1
		}
		dotPanel(&dst[j], &g[0], &w[j*out], n, columns, out, in)
	}
}

func peakFloats(loops int) float64 {
	if current == levelGo {
		return peakGo(loops)
	}
	peak(loops)
	const chains, operations = 12, 2
	return float64(loops * chains * operations * registerLanes[current])
}

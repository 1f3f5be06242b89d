//go:build !noasm

package kernel

// mostRows is the most rows of a tile that mulTile can take.
const mostRows = 6

// mostGroups tells for each number of rows how many groups of sixteen columns a
// tile can have: what fits in registers. The generator has the same table.
var mostGroups = [...][mostRows + 1]int{
	levelAVX2:   {1: 6, 2: 3, 3: 2, 4: 1, 5: 1, 6: 1},
	levelAVX512: {1: 8, 2: 8, 3: 8, 4: 6, 5: 4, 6: 4},
}

// evenly returns the size of the parts when n is cut into as few parts of at
// most most as will do, all of about the same size.
func evenly(n, most int) int {
	parts := (n + most - 1) / most
	return (n + parts - 1) / parts
}

// mulTile calls the kernel of the level in use.
func mulTile(dst, x, w *float32, rows, groups, steps, stride, xRow, xStep int) {
	if current == levelAVX512 {
		mulTileAVX512(dst, x, w, rows, groups, steps, stride, xRow, xStep)
	} else {
		mulTileAVX2(dst, x, w, rows, groups, steps, stride, xRow, xStep)
	}
}

// tileSize returns the rows and the columns of the tiles for a result of the
// given size.
func tileSize(rows, columns int) (height, width int) {
	height = evenly(rows, mostRows)
	return height, Lanes * evenly(columns/Lanes, mostGroups[current][height])
}

// mulNN uses the columns of w that a tile needs for all rows before it goes on
// to the next, to find them in the cache.
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

// mulTN goes through dst along its rows. In a small batch dst is most of what
// moves between cache and registers, and its columns would fall into few sets
// of the cache.
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

// mulTNRows goes down the columns of a tile's width first: in a large batch the
// part of g for them stays in the cache, and dst is only a few rows high.
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
		if current == levelAVX512 {
			dotPanelAVX512(&dst[j], &g[0], &w[j*out], n, columns, out, in)
		} else {
			dotPanelAVX2(&dst[j], &g[0], &w[j*out], n, columns, out, in)
		}
	}
}

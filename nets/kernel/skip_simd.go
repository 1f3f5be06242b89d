//go:build (amd64 || arm64) && !noasm

package kernel

// Number of rows that mulSparse computes together, and maximal number of inputs that it scans
// at a time. More rows share more loads but have fewer common zeros. With the activations of
// trained nets, three rows are fastest, both for the plays of one roll and for unrelated
// positions. A result of few columns needs more rows, so that enough sums are independent.
const (
	sparseRows   = 3
	fewColumns   = 2 * Lanes
	sparseInputs = 1024
)

// With manyRows, mulSparse scans so few inputs at a time that their weights, sparseWeights of
// them, stay in the L2 cache for all rows.
const (
	manyRows      = 24
	sparseWeights = 3 << 16
)

// inputsAtATime returns the number of inputs that mulSparse scans at a time.
func inputsAtATime(n, out int) int {
	if n < manyRows {
		return sparseInputs
	}
	return min(sparseInputs, max(sparseWeights/out/Lanes*Lanes, Lanes))
}

func mulSparse(dst, start, x, w []float32, n, in, out int) {
	if current == levelGo {
		mulSparseGo(dst, start, x, w, n, in, out)
		return
	}
	var list [sparseInputs]int32
	startRow, most, together := 0, inputsAtATime(n, out), sparseRows
	if out <= fewColumns {
		together = mostRows
	}
	for from := 0; from < in; from += most {
		columns := min(most, in-from)
		for r := 0; r < n; r += together {
			rows := min(together, n-r)
			idx := list[:inUse(list[:], &x[r*in+from], rows, columns, in)]
			mulRows(dst[r*out:], start[r*startRow:], x[r*in+from:], w[from*out:], idx, rows, in, out, startRow)
		}
		start, startRow = dst, out // continue from the partial sums
	}
}

// mulRows sets rows of dst to start plus the products of the listed inputs.
func mulRows(dst, start, x, w []float32, idx []int32, rows, in, out, startRow int) {
	if len(idx) == 0 {
		for r := range rows {
			copy(dst[r*out:][:out], start[r*startRow:])
		}
		return
	}
	width := Lanes * evenly(out/Lanes, mostGroups[current][rows])
	for c := 0; c < out; c += width {
		groups := min(width, out-c) / Lanes
		mulListed(&dst[c], &start[c], &x[0], &w[c], idx, rows, groups, out, startRow, in)
	}
}

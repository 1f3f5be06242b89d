//go:build !noasm

package kernel

// Rows that mulSparse takes together, and inputs that it looks through at a
// time. More rows share more of what is loaded but have fewer zeros in common:
// with the activations of nets that have learned, three do best, whether the
// rows are plays of one roll or have nothing to do with each other.
const (
	sparseRows   = 3
	sparseInputs = 1024
)

func mulSparse(dst, x, w []float32, n, in, out int) {
	if current == levelGo {
		mulSparseGo(dst, x, w, n, in, out)
		return
	}
	var list [sparseInputs]int32
	for from := 0; from < in; from += sparseInputs {
		columns := min(sparseInputs, in-from)
		for r := 0; r < n; r += sparseRows {
			rows := min(sparseRows, n-r)
			idx := list[:inUse(list[:], &x[r*in+from], rows, columns, in)]
			if len(idx) > 0 {
				mulListed(dst[r*out:], &x[r*in+from], w[from*out:], idx, rows, in, out)
			}
		}
	}
}

// inUse calls the kernel of the level in use.
func inUse(idx []int32, x *float32, rows, columns, xRow int) int {
	if current == levelAVX512 {
		return inUseAVX512(idx, x, rows, columns, xRow)
	}
	return inUseAVX2(idx, x, rows, columns, xRow)
}

// mulListed adds to rows of dst the products of the listed inputs.
func mulListed(dst []float32, x *float32, w []float32, idx []int32, rows, in, out int) {
	width := Lanes * evenly(out/Lanes, mostGroups[current][rows])
	for c := 0; c < out; c += width {
		groups := min(width, out-c) / Lanes
		if current == levelAVX512 {
			mulListedAVX512(&dst[c], x, &w[c], idx, rows, groups, out, in)
		} else {
			mulListedAVX2(&dst[c], x, &w[c], idx, rows, groups, out, in)
		}
	}
}

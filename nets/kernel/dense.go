package kernel

// MatVec sets dst[k] to bias[k] plus the product of row k of w and x. The rows
// of w have len(x) columns. dst and bias may have any length; five rows, the
// outputs of a net, are computed in one pass over x.
func MatVec(dst, w, x, bias []float32) {
	if len(x)%Lanes != 0 {
		panic("kernel: length not a multiple of Lanes")
	}
	if len(bias) != len(dst) {
		panic("kernel: lengths differ")
	}
	if len(w) != len(dst)*len(x) {
		panic("kernel: matrix of the wrong size")
	}
	if len(x) == 0 {
		copy(dst, bias)
		return
	}
	if len(dst) != 0 {
		matVec(dst, w, x, bias)
	}
}

// MulNN adds x·w to dst, where x is n×in, w is in×out and dst is n×out: a layer
// over a batch. Each element is summed in the order of the inputs, starting
// from the value in dst, for any n. out must be a multiple of Lanes; n and in
// are arbitrary.
func MulNN(dst, x, w []float32, n, in, out int) {
	if checkProduct(len(dst), len(x), len(w), n, in, out) {
		mulNN(dst, x, w, n, in, out)
	}
}

// MulTN adds xᵀ·g to dst, where x is n×in, g is n×out and dst is in×out: the
// gradient of a layer's weights, summed in the order of the batch. out must be
// a multiple of Lanes; n and in are arbitrary.
func MulTN(dst, x, g []float32, n, in, out int) {
	if checkProduct(len(g), len(x), len(dst), n, in, out) {
		mulTN(dst, x, g, n, in, out)
	}
}

// MulTNRows is [MulTN] for the rows from to to-1 of dst, with the same bits, so
// workers can share a product. dst contains only these rows, x all its columns.
func MulTNRows(dst, x, g []float32, n, in, out, from, to int) {
	if from < 0 || to < from || to > in {
		panic("kernel: rows out of range")
	}
	if len(dst) != (to-from)*out {
		panic("kernel: matrix of the wrong size")
	}
	if checkProduct(len(g), len(x), in*out, n, in, out) && from < to {
		mulTNRows(dst, x, g, n, in, out, from, to)
	}
}

// MulNT adds g·wᵀ to dst, where g is n×out, w is in×out and dst is n×in: the
// derivatives passed back to the layer below. out must be a multiple of Lanes;
// n and in are arbitrary.
func MulNT(dst, g, w []float32, n, in, out int) {
	if checkProduct(len(g), len(dst), len(w), n, in, out) {
		mulNT(dst, g, w, n, in, out)
	}
}

// checkProduct panics unless the lengths fit a batch of n rows of outputs, n
// rows of inputs and in×out weights, and reports whether the product is not
// empty.
func checkProduct(outputs, inputs, weights, n, in, out int) bool {
	if n < 0 || in < 0 || out < 0 {
		panic("kernel: negative size")
	}
	if out%Lanes != 0 {
		panic("kernel: length not a multiple of Lanes")
	}
	if outputs != n*out || inputs != n*in || weights != in*out {
		panic("kernel: matrix of the wrong size")
	}
	return n != 0 && in != 0 && out != 0
}

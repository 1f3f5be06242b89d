package kernel

// Nonzero writes the index and value of each x[i] that is not zero, in ascending order, to
// the front of idx and val and returns their number. NaN is not zero. idx and val must be
// at least as long as x. Nonzero may also overwrite later entries before len(x).
func Nonzero(idx []int32, val, x []float32) int {
	if len(x)%Lanes != 0 {
		panic("kernel: length not a multiple of Lanes")
	}
	if len(idx) < len(x) || len(val) < len(x) {
		panic("kernel: no room for the result")
	}
	if len(x) == 0 {
		return 0
	}
	return nonzero(idx, val, x)
}

// Diff writes the index i and the difference x[i]-base[i] wherever the two differ, in
// ascending order, to the front of idx and val and returns their number. idx and val must
// be at least as long as x. Diff may also overwrite later entries before len(x).
func Diff(idx []int32, val, x, base []float32) int {
	if len(x)%Lanes != 0 {
		panic("kernel: length not a multiple of Lanes")
	}
	if len(base) != len(x) {
		panic("kernel: lengths differ")
	}
	if len(idx) < len(x) || len(val) < len(x) {
		panic("kernel: no room for the result")
	}
	if len(x) == 0 {
		return 0
	}
	return diff(idx, val, x, base)
}

// AddRows adds to acc the sum over k of val[k] times row idx[k] of w, in the
// order of k. The rows of w have len(acc) columns; row numbers are not checked.
//
// Omitting zeros of a dense input from idx does not change the sum: AddRows
// gives the bits of [MulNN].
func AddRows(acc, w []float32, idx []int32, val []float32) {
	if len(idx) == 0 && len(val) == 0 || len(acc) == 0 {
		return
	}
	checkRows(acc, w, idx, val)
	addRows(acc, w, idx, val)
}

// UpdateRows adds val[k]·g to row idx[k] of w, in the order of k. The rows of w
// have len(g) columns; row numbers are not checked and may repeat.
func UpdateRows(w []float32, idx []int32, val, g []float32) {
	if len(idx) == 0 && len(val) == 0 || len(g) == 0 {
		return
	}
	checkRows(g, w, idx, val)
	updateRows(w, idx, val, g)
}

// checkRows panics unless idx and val have equal lengths and w can have rows of the length
// of v. It does not check the row numbers, because that would take as long as the product.
func checkRows(v, w []float32, idx []int32, val []float32) {
	if len(v)%Lanes != 0 {
		panic("kernel: length not a multiple of Lanes")
	}
	if len(idx) != len(val) {
		panic("kernel: lengths differ")
	}
	if len(w) < len(v) {
		panic("kernel: matrix too short")
	}
}

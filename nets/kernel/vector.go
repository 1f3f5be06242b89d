package kernel

// Axpy adds a·x to dst.
func Axpy(dst []float32, a float32, x []float32) {
	checkPair(dst, x)
	if len(x) != 0 {
		axpy(dst, a, x)
	}
}

// Scale multiplies dst by a.
func Scale(dst []float32, a float32) {
	checkPair(dst, dst)
	if len(dst) != 0 {
		scale(dst, a)
	}
}

// checkPair panics unless the two vectors have the same length, a multiple of
// Lanes.
func checkPair(a, b []float32) {
	if len(a)%Lanes != 0 {
		panic("kernel: length not a multiple of Lanes")
	}
	if len(a) != len(b) {
		panic("kernel: lengths differ")
	}
}

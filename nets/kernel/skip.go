package kernel

// MulSparse sets each row of dst to start plus x·w, where x is n×in, w is in×out and start
// is a row. [MulNN] does the same if the rows of dst contain start before the call.
// MulSparse skips inputs that are zero, so it is faster if most of x is zero, as after
// [ReLU], and fastest if adjacent rows have their zeros in the same columns. It gives the
// bits of MulNN unless a weight is infinite or NaN, or a sum is -0. in and out must be
// multiples of Lanes; n is arbitrary.
func MulSparse(dst, start, x, w []float32, n, in, out int) {
	if in%Lanes != 0 {
		panic("kernel: length not a multiple of Lanes")
	}
	if len(start) != out {
		panic("kernel: lengths differ")
	}
	if checkProduct(len(dst), len(x), len(w), n, in, out) {
		mulSparse(dst, start, x, w, n, in, out)
	} else if in == 0 {
		for i := range n {
			copy(dst[i*out:], start)
		}
	}
}

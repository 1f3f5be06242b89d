package kernel

// MulSparse sets each row of dst to start plus x·w, where x is n×in, w is in×out
// and start a row: what [MulNN] makes of rows that hold start. It passes over
// inputs that are zero, and so is faster when most of x is zero, as it is after
// [ReLU], and most of all when rows that stand together are zero in the same
// places. It gives the bits of MulNN unless a weight is infinite or NaN, or a
// sum -0, which stay out of it. in and out are multiples of Lanes; n may be
// anything.
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

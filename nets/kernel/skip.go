package kernel

// MulSparse does what [MulNN] does and passes over inputs that are zero: faster
// when most of x is zero, as it is after [ReLU], and most of all when rows that
// stand together are zero in the same places. It gives the bits of MulNN unless
// a weight is infinite or NaN, or a sum -0, which stay out of it. in and out are
// multiples of Lanes; n may be anything.
func MulSparse(dst, x, w []float32, n, in, out int) {
	if in%Lanes != 0 {
		panic("kernel: length not a multiple of Lanes")
	}
	if checkProduct(len(dst), len(x), len(w), n, in, out) {
		mulSparse(dst, x, w, n, in, out)
	}
}

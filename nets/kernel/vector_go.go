package kernel

// axpyGo processes four values at a time, so the compiler checks their bounds
// once.
func axpyGo(dst []float32, a float32, x []float32) {
	for len(dst) >= 4 && len(x) >= 4 {
		dst[0] += float32(a * x[0])
		dst[1] += float32(a * x[1])
		dst[2] += float32(a * x[2])
		dst[3] += float32(a * x[3])
		dst, x = dst[4:], x[4:]
	}
}

// axpy4Go adds a[0]·w0, then a[1]·w1, a[2]·w2 and a[3]·w3 to dst. It equals
// four calls of axpyGo with one pass over dst instead of four.
func axpy4Go(dst, w0, w1, w2, w3 []float32, a *[4]float32) {
	a0, a1, a2, a3 := a[0], a[1], a[2], a[3]
	w0, w1, w2, w3 = w0[:len(dst)], w1[:len(dst)], w2[:len(dst)], w3[:len(dst)]
	for i, s := range dst {
		s += float32(a0 * w0[i])
		s += float32(a1 * w1[i])
		s += float32(a2 * w2[i])
		s += float32(a3 * w3[i])
		dst[i] = s
	}
}

func scaleGo(dst []float32, a float32) {
	for i := range dst {
		dst[i] *= a
	}
}

// dotGo sums in four lanes, so an addition does not wait for the previous addition.
// The length must be a multiple of four.
func dotGo(x, y []float32) float32 {
	var s0, s1, s2, s3 float32
	for len(x) >= 4 && len(y) >= 4 {
		s0 += float32(x[0] * y[0])
		s1 += float32(x[1] * y[1])
		s2 += float32(x[2] * y[2])
		s3 += float32(x[3] * y[3])
		x, y = x[4:], y[4:]
	}
	return (s0 + s2) + (s1 + s3)
}

package kernel

import "math"

// Limits of the arguments of the exponential. Beyond these limits, a sigmoid differs from 0
// or 1 by less than 2e-38, which is almost subnormal, and the hyperbolic tangent of half
// the argument rounds to ±1.
const (
	sigmoidLimit = 87
	tanhLimit    = 20
)

// The logarithm of two in two parts, and the polynomial q with exp(r) = 1 + r +
// r²·q(r) for |r| up to log(2)/2, from the highest power down (Cephes
// mathematical library, expf). The first part of the logarithm is short enough
// that its products with integers up to 2⁹ are exact.
const (
	log2E  = 1.44269504088896341
	ln2Hi  = 0.693359375
	ln2Lo  = -2.12194440e-4
	expC5  = 1.9875691500e-4
	expC4  = 1.3981999507e-3
	expC3  = 8.3334519073e-3
	expC2  = 4.1665795894e-2
	expC1  = 1.6666665459e-1
	expC0  = 5.0000001201e-1
	roundC = 3 << 22 // adding and subtracting it rounds to an integer
)

// expParts returns p and s, a power of two, such that exp(x) = s·(1+p). |x|
// must be at most 87; for NaN, p is NaN.
func expParts(x float32) (p, s float32) {
	t := float32(x*log2E) + roundC
	n := t - roundC
	s = math.Float32frombits((math.Float32bits(t) + 127) << 23) // the shift removes the bits of roundC
	r := x - float32(n*ln2Hi)
	r -= float32(n * ln2Lo)
	q := float32(expC5*r) + expC4
	q = float32(q*r) + expC3
	q = float32(q*r) + expC2
	q = float32(q*r) + expC1
	q = float32(q*r) + expC0
	return float32(q*float32(r*r)) + r, s
}

// cut returns x limited to ±limit; NaN is unchanged.
func cut(x, limit float32) float32 {
	if x > limit {
		return limit
	}
	if x < -limit {
		return -limit
	}
	return x
}

func sigmoidGo(dst, x []float32) {
	dst = dst[:len(x)]
	for i, v := range x {
		p, s := expParts(cut(-v, sigmoidLimit))
		dst[i] = 1 / (1 + float32(s*(1+p)))
	}
}

// tanhGo computes exp(2x)-1 as s·p + (s-1), which keeps the precision for small
// x.
func tanhGo(dst, x []float32) {
	dst = dst[:len(x)]
	for i, v := range x {
		p, s := expParts(cut(v+v, tanhLimit))
		e := float32(s*p) + (s - 1)
		dst[i] = e / (e + 2)
	}
}

func reluGo(dst, x []float32) {
	dst = dst[:len(x)]
	for i, v := range x {
		if v < 0 {
			v = 0
		}
		dst[i] = v
	}
}

func sigmoidGradGo(g, y []float32) {
	g = g[:len(y)]
	for i, v := range y {
		g[i] *= float32(v * (1 - v))
	}
}

func tanhGradGo(g, y []float32) {
	g = g[:len(y)]
	for i, v := range y {
		g[i] *= 1 - float32(v*v)
	}
}

func reluGradGo(g, y []float32) {
	g = g[:len(y)]
	for i, v := range y {
		if !(v > 0) {
			g[i] = 0
		}
	}
}

package kernel

import "math"

// Limits that the arguments of the exponential are cut to. Beyond, a sigmoid
// differs from 0 or 1 by less than 2e-38, which is just not subnormal, and a
// tangent of half the argument rounds to ±1.
const (
	sigmoidLimit = 87
	tanhLimit    = 20
)

// The logarithm of two in two parts, the first short enough that its products
// with whole numbers to 2⁹ are exact, and the polynomial q with
// exp(r) = 1 + r + r²·q(r) for |r| up to log(2)/2, from the highest power down
// (Cephes mathematical library, expf).
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
	roundC = 3 << 22 // adding and taking it away rounds to a whole number
)

// expParts returns p and s, a power of two, such that exp(x) = s·(1+p). It
// takes |x| up to 87; for NaN, p is NaN.
func expParts(x float32) (p, s float32) {
	t := float32(x*log2E) + roundC
	n := t - roundC
	s = math.Float32frombits((math.Float32bits(t) + 127) << 23) // roundC leaves by the top
	r := x - float32(n*ln2Hi)
	r -= float32(n * ln2Lo)
	q := float32(expC5*r) + expC4
	q = float32(q*r) + expC3
	q = float32(q*r) + expC2
	q = float32(q*r) + expC1
	q = float32(q*r) + expC0
	return float32(q*float32(r*r)) + r, s
}

// cut returns x cut to ±limit; NaN stays.
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

// tanhGo takes exp(2x)-1 as s·p + (s-1), which keeps its digits where x is
// small.
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

package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// exponential contains the constants of exp; activation_go.go explains them.
type exponential struct {
	log2E, ln2Hi, ln2Lo VecVirtual
	c                   []VecVirtual // coefficients of the polynomial, from the highest power down
	one                 VecVirtual
	limit, minusLimit   VecVirtual
}

// exponential loads the constants for arguments that are clamped to ±limit.
func (v isa) exponential(limit float32) exponential {
	e := exponential{
		log2E: v.constant(1.44269504088896341),
		ln2Hi: v.constant(0.693359375),
		ln2Lo: v.constant(-2.12194440e-4),
		one:   v.constant(1),
		limit: v.constant(limit), minusLimit: v.constant(-limit),
	}
	for _, c := range []float32{
		1.9875691500e-4, 1.3981999507e-3, 8.3334519073e-3, 4.1665795894e-2, 1.6666665459e-1, 5.0000001201e-1,
	} {
		e.c = append(e.c, v.constant(c))
	}
	return e
}

// cut clamps x to the limits. NaN stays NaN, because x is the first operand.
func (e exponential) cut(x VecVirtual) {
	VMINPS(x, e.limit, x)
	VMAXPS(x, e.minusLimit, x)
}

// parts returns n, a whole number, and p, such that exp(x) = 2ⁿ(1+p). It overwrites x.
func (v isa) parts(e exponential, x VecVirtual) (n, p VecVirtual) {
	n, p = v.reg(), v.reg()
	VMULPS(x, e.log2E, n)
	const nearestEvenQuiet = 8
	if v == avx512 {
		VRNDSCALEPS(U8(nearestEvenQuiet), n, n)
	} else {
		VROUNDPS(U8(nearestEvenQuiet), n, n)
	}
	VFNMADD231PS(e.ln2Hi, n, x)
	VFNMADD231PS(e.ln2Lo, n, x)
	VMOVAPS(e.c[0], p)
	for _, c := range e.c[1:] {
		VFMADD213PS(c, x, p)
	}
	VMULPS(x, p, p)
	VFMADD213PS(x, x, p)
	return n, p
}

// power turns the whole number n into 2ⁿ.
func (v isa) power(e exponential, n VecVirtual) {
	if v == avx512 {
		VSCALEFPS(n, e.one, n)
		return
	}
	VCVTPS2DQ(n, n)
	VPSLLD(U8(23), n, n)
	VPADDD(e.one, n, n) // the exponent of one is the bias
}

func (v isa) sigmoid() {
	v.function("sigmoid", "(dst, x []float32)", "sets dst to 1/(1+exp(-x)).")
	e := v.exponential(87)
	v.eachGroup([]string{"dst", "x"}, func(at []Mem) {
		x := v.zero(1)[0]
		VSUBPS(at[1], x, x)
		e.cut(x)
		n, p := v.parts(e, x)
		VADDPS(e.one, p, p)
		v.power(e, n)
		VFMADD213PS(e.one, n, p)
		VDIVPS(p, e.one, p)
		VMOVUPS(p, at[0])
	})
	v.end()
}

func (v isa) tanh() {
	v.function("tanh", "(dst, x []float32)", "sets dst to the hyperbolic tangent of x.")
	e := v.exponential(20)
	v.eachGroup([]string{"dst", "x"}, func(at []Mem) {
		x := v.reg()
		VMOVUPS(at[1], x)
		VADDPS(x, x, x)
		e.cut(x)
		n, p := v.parts(e, x)
		v.power(e, n)
		m := x // overwritten by 2ⁿ-1, then by exp(2x)-1
		VSUBPS(e.one, n, m)
		VFMADD231PS(n, p, m)
		VADDPS(e.one, m, p)
		VADDPS(e.one, p, p)
		VDIVPS(p, m, m)
		VMOVUPS(m, at[0])
	})
	v.end()
}

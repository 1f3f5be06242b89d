package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// eachGroup loops over the groups of vectors with equal lengths; it uses the length of the
// first vector. It runs body once for each register of a group, with the addresses in the
// vectors.
func (v isa) eachGroup(names []string, body func(at []Mem)) {
	at := make([]Mem, len(names))
	i := GP64()
	for k, name := range names {
		at[k] = Mem{Base: pointer(name), Index: i, Scale: 4}
	}
	n := length(names[0])
	XORQ(i, i)
	top := label("loop")
	Label(top)
	for range v.perGroup {
		body(at)
		for k := range at {
			at[k] = at[k].Offset(v.bytes())
		}
	}
	ADDQ(U8(16), i)
	CMPQ(i, n)
	JL(LabelRef(top))
}

func (v isa) axpy() {
	v.function("axpy", "(dst []float32, a float32, x []float32)", "adds a·x to dst.")
	a := v.broadcast(parameter("a"))
	v.eachGroup([]string{"dst", "x"}, func(at []Mem) {
		t := v.reg()
		VMOVUPS(at[0], t)
		VFMADD231PS(at[1], a, t)
		VMOVUPS(t, at[0])
	})
	v.end()
}

func (v isa) scale() {
	v.function("scale", "(dst []float32, a float32)", "multiplies dst by a.")
	a := v.broadcast(parameter("a"))
	v.eachGroup([]string{"dst"}, func(at []Mem) {
		t := v.reg()
		VMULPS(at[0], a, t)
		VMOVUPS(t, at[0])
	})
	v.end()
}

// parameter returns the address of a scalar argument.
func parameter(name string) Mem {
	b, err := Param(name).Resolve()
	if err != nil {
		panic(err)
	}
	return b.Addr
}

func (v isa) relu() {
	v.function("relu", "(dst, x []float32)", "sets dst to the larger of 0 and x.")
	zero := v.zero(1)[0]
	v.eachGroup([]string{"dst", "x"}, func(at []Mem) {
		t := v.reg()
		VMAXPS(at[1], zero, t) // returns the first operand if one is NaN
		VMOVUPS(t, at[0])
	})
	v.end()
}

func (v isa) sigmoidGrad() {
	v.function("sigmoidGrad", "(grad, y []float32)", "multiplies grad by y(1-y).")
	one := v.constant(1)
	v.eachGroup([]string{"grad", "y"}, func(at []Mem) {
		y, t := v.reg(), v.reg()
		VMOVUPS(at[1], y)
		VSUBPS(y, one, t)
		VMULPS(y, t, t)
		VMULPS(at[0], t, t)
		VMOVUPS(t, at[0])
	})
	v.end()
}

func (v isa) tanhGrad() {
	v.function("tanhGrad", "(grad, y []float32)", "multiplies grad by 1-y².")
	one := v.constant(1)
	v.eachGroup([]string{"grad", "y"}, func(at []Mem) {
		y, t := v.reg(), v.reg()
		VMOVUPS(at[1], y)
		VMOVAPS(one, t)
		VFNMADD231PS(y, y, t)
		VMULPS(at[0], t, t)
		VMOVUPS(t, at[0])
	})
	v.end()
}

// greater is the predicate of VCMPPS that is false if an operand is NaN.
const greater = 0x1e

func (v isa) reluGrad() {
	v.function("reluGrad", "(grad, y []float32)", "clears grad where y is not above 0.")
	zero := v.zero(1)[0]
	v.eachGroup([]string{"grad", "y"}, func(at []Mem) {
		y, t := v.reg(), v.reg()
		VMOVUPS(at[1], y)
		if v == avx512 {
			keep := K()
			VCMPPS(U8(greater), zero, y, keep)
			VMOVUPS_Z(at[0], keep, t)
		} else {
			VCMPPS(U8(greater), zero, y, t)
			VANDPS(at[0], t, t)
		}
		VMOVUPS(t, at[0])
	})
	v.end()
}

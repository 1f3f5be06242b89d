package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// notFinite describes the result of the steps, for their documentation. The steps return
// the sum of w·0, which is 0 if all of w is finite.
const notFinite = "It returns 0 if all of w is finite after it."

// adamStep divides and takes roots exactly, so both instruction sets give the same bits.
func (v isa) adamStep() {
	v.function("adamStep", "(w, mean, square, grad []float32, by *float32) uint32",
		"moves w by a step of Adam, whose seven factors by points to, and the two means with it. "+notFinite)
	by := Mem{Base: pointer("by")}
	meanKeep, meanAdd := v.broadcast(by), v.broadcast(by.Offset(4))
	squareKeep, squareAdd := v.broadcast(by.Offset(8)), v.broadcast(by.Offset(12))
	scale, epsilon, length := v.broadcast(by.Offset(16)), v.broadcast(by.Offset(20)), v.broadcast(by.Offset(24))
	zero, trace := v.zero(1)[0], v.zero(1)[0]
	v.eachGroup([]string{"w", "mean", "square", "grad"}, func(at []Mem) {
		g, mean, square := v.reg(), v.reg(), v.reg()
		VMOVUPS(at[3], g)
		VMULPS(g, meanAdd, mean)
		VFMADD231PS(at[1], meanKeep, mean)
		VMOVUPS(mean, at[1])
		VMULPS(g, g, g)
		VMULPS(g, squareAdd, square)
		VFMADD231PS(at[2], squareKeep, square)
		VMOVUPS(square, at[2])
		VMULPS(square, scale, square)
		VSQRTPS(square, square)
		VADDPS(epsilon, square, square)
		VMULPS(mean, length, mean)
		VDIVPS(square, mean, mean)
		VMOVUPS(at[0], g)
		VSUBPS(mean, g, g)
		VMOVUPS(g, at[0])
		VFMADD231PS(zero, g, trace)
	})
	v.returnLanes(trace, zero)
}

func (v isa) momentumStep() {
	v.function("momentumStep", "(w, velocity, grad []float32, keep, rate float32) uint32",
		"moves the velocity by grad and w by the velocity. "+notFinite)
	keep, rate := v.broadcast(parameter("keep")), v.broadcast(parameter("rate"))
	zero, trace := v.zero(1)[0], v.zero(1)[0]
	v.eachGroup([]string{"w", "velocity", "grad"}, func(at []Mem) {
		w, velocity := v.reg(), v.reg()
		VMOVUPS(at[2], velocity)
		VFMADD231PS(at[1], keep, velocity)
		VMOVUPS(velocity, at[1])
		VMOVUPS(at[0], w)
		VFNMADD231PS(velocity, rate, w)
		VMOVUPS(w, at[0])
		VFMADD231PS(zero, w, trace)
	})
	v.returnLanes(trace, zero)
}

// returnLanes returns a mask of the lanes in which the registers differ.
func (v isa) returnLanes(a, b VecVirtual) {
	found := GP32()
	mask := v.unequal(a, b)
	if v == avx512 {
		KMOVW(mask, found)
	} else {
		MOVL(mask, found)
	}
	Store(found, ReturnIndex(0))
	v.end()
}

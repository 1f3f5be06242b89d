package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// adamStep divides and takes roots exactly, so that both instruction sets agree.
func (v isa) adamStep() {
	v.function("adamStep", "(w, mean, square, grad []float32, by *float32)",
		"moves w by a step of Adam, whose seven factors by points to, and the two means with it.")
	by := Mem{Base: pointer("by")}
	meanKeep, meanAdd := v.broadcast(by), v.broadcast(by.Offset(4))
	squareKeep, squareAdd := v.broadcast(by.Offset(8)), v.broadcast(by.Offset(12))
	scale, epsilon, length := v.broadcast(by.Offset(16)), v.broadcast(by.Offset(20)), v.broadcast(by.Offset(24))
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
	})
	v.end()
}

func (v isa) momentumStep() {
	v.function("momentumStep", "(w, velocity, grad []float32, keep, rate float32)",
		"moves the velocity by grad and w by the velocity.")
	keep, rate := v.broadcast(parameter("keep")), v.broadcast(parameter("rate"))
	v.eachGroup([]string{"w", "velocity", "grad"}, func(at []Mem) {
		w, velocity := v.reg(), v.reg()
		VMOVUPS(at[2], velocity)
		VFMADD231PS(at[1], keep, velocity)
		VMOVUPS(velocity, at[1])
		VMOVUPS(at[0], w)
		VFNMADD231PS(velocity, rate, w)
		VMOVUPS(w, at[0])
	})
	v.end()
}

// Command kernelgen writes the assembly of package kernel, for AVX-512 and for AVX2
// from one description. It is a separate module, so users of the toolkit do not need
// avo. go generate ./nets/kernel runs it.
package main

import (
	. "github.com/mmcloughlin/avo/build"
)

func main() {
	ConstraintExpr("!noasm")
	for _, v := range []isa{avx512, avx2} {
		v.nonzero()
		v.diff()
		v.addRows()
		v.updateRows()
		v.axpy()
		v.scale()
		v.sigmoid()
		v.tanh()
		v.relu()
		v.sigmoidGrad()
		v.tanhGrad()
		v.reluGrad()
		v.matVec()
		v.mulTile()
		v.inUse()
		v.mulListed()
		v.dotPanel()
		v.adamStep()
		v.momentumStep()
		v.gnubgSigmoid()
		v.addRowsStrict()
		v.peak()
	}
	headStrict()
	transpose()
	fixedKernels()
	halvesKernels()
	peakTiles()
	Generate()
}

// Command kernelgen writes the assembly of package kernel from one description: for
// AVX-512 and AVX2 or, with -neon, for NEON. It is a separate module, so users of the
// toolkit do not need avo. go generate ./nets/kernel runs it.
package main

import (
	"flag"
	"log"
	"os"

	. "github.com/mmcloughlin/avo/build"
)

func main() {
	log.SetFlags(0)
	forNEON := flag.Bool("neon", false, "write the kernels for NEON")
	dispatch := flag.String("dispatch", "", "`file` for the functions that call the kernels in use")
	flag.Parse()
	ConstraintExpr("!noasm")
	sets := []isa{avx512, avx2}
	if *forNEON {
		sets = []isa{neon}
	}
	for _, v := range sets {
		v.kernels()
	}
	sets[len(sets)-1].headStrict()
	sets[len(sets)-1].transpose()
	if !*forNEON {
		fixedKernels()
		halvesKernels()
		peakTiles()
	}
	Generate()
	if err := writeDispatch(*dispatch, sets...); err != nil {
		log.Fatal(err)
	}
	if *forNEON {
		if err := translateFile(flag.Lookup("out").Value.String()); err != nil {
			log.Fatal(err)
		}
	}
}

// translateFile replaces the kernels in a file by those for NEON.
func translateFile(name string) error {
	code, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	if code, err = translate(code); err != nil {
		return err
	}
	return os.WriteFile(name, code, 0o644)
}

// kernels writes the kernels that every instruction set has of its own.
func (v isa) kernels() {
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

package kernel

import (
	"fmt"
	"runtime"
)

// The classes of kernels. Compilers fuse multiplications and additions on some
// architectures, so plain Go has a class for each architecture.
const (
	classSIMD = "simd"
	classNEON = "simd-arm64"
	classGo   = "go-"
)

// Class returns the class of the kernels in use. Work in one class gives the same bits; work
// in different classes does not. The class is simd for AVX2 and AVX-512, simd-arm64 for NEON,
// and for plain Go "go-" with the architecture, such as go-amd64. The kernels of NEON give
// the bits of simd, but the compiler fuses operations in the code around them.
func Class() string {
	switch current {
	case levelGo, levelSIMD128: // the same bits
		return classGo + runtime.GOARCH
	case levelNEON:
		return classNEON
	}
	return classSIMD
}

// CheckClass returns an error unless work that began with kernels of the given class can
// resume with the kernels in use. The error explains how to resume.
func CheckClass(begun string) error {
	where := "on a machine of that kind"
	switch here := Class(); begun {
	case here:
		return nil
	case classSIMD:
		where = fmt.Sprintf("on a machine with AVX2, without %s=%s", Variable, levelNames[levelGo])
	case classNEON:
		where = fmt.Sprintf("on a machine with NEON, without %s=%s", Variable, levelNames[levelGo])
	case classGo + runtime.GOARCH:
		where = fmt.Sprintf("with %s=%s", Variable, levelNames[levelGo])
	}
	return fmt.Errorf("made with kernel %s; kernel %s in use gives different bits: continue it %s", begun, Class(), where)
}

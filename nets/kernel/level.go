package kernel

import (
	"fmt"
	"os"
)

//go:generate go run -C ../../tools/kernelgen . -out ../../nets/kernel/kernel_amd64.s -stubs ../../nets/kernel/stub_amd64.go -dispatch ../../nets/kernel/dispatch_amd64.go -pkg kernel
//go:generate go run ../../tools/simd128 -out simd128
//go:generate go run -C ../../tools/kernelgen . -neon -out ../../nets/kernel/kernel_arm64.s -stubs ../../nets/kernel/stub_arm64.go -dispatch ../../nets/kernel/dispatch_arm64.go -pkg kernel

// Lanes is the number of float32s in a register of AVX-512; lengths of vectors are
// multiples of Lanes.
const Lanes = 16

// Variable is the environment variable that selects a version of the kernels: avx512, avx2,
// neon, simd128 or go. With it, a machine can reproduce the results of a machine that supports only a
// lower level. See [Check].
const Variable = "GAMMONLAB_KERNEL"

// level is a version of the kernels.
type level uint8

const (
	levelGo level = iota
	levelAVX2
	levelAVX512
	levelNEON
	levelSIMD128
)

// levelNames are the names of the levels in [Variable] and [Name].
var levelNames = [...]string{levelGo: "go", levelAVX2: "avx2", levelAVX512: "avx512", levelNEON: "neon", levelSIMD128: "simd128"}

// supports reports whether a CPU whose best level is top supports the level l.
func (top level) supports(l level) bool {
	return l == top || l == levelGo || l == levelAVX2 && top == levelAVX512
}

// current is the level in use, errRequest the error about the requested level. Only tests
// change these variables after the start.
var current, errRequest = choose(os.Getenv(Variable), best())

// choose returns the requested level, or top if the request is empty. top is the highest
// level that the CPU supports.
func choose(request string, top level) (level, error) {
	if request == "" {
		return top, nil
	}
	for l, name := range levelNames {
		if name != request {
			continue
		}
		if !top.supports(level(l)) {
			return top, fmt.Errorf("%s=%s is not supported on this machine, the best supported is %s", Variable, request, levelNames[top])
		}
		return level(l), nil
	}
	return top, fmt.Errorf("%s=%s is unknown, want avx512, avx2, neon, simd128 or go", Variable, request)
}

// Name returns the name of the kernels in use: avx512, avx2, neon, simd128 or go.
func Name() string { return levelNames[current] }

// Check returns an error if [Variable] selects kernels that are unknown, or that this CPU
// or build does not support. Then the best supported kernels are in use, so a command that
// must reproduce results has to stop.
func Check() error { return errRequest }

package kernel

import (
	"fmt"
	"os"
)

// Lanes is what the lengths of vectors are multiples of: the float32s in a
// register of AVX-512.
const Lanes = 16

// Variable is the environment variable that asks for a version of the kernels:
// avx512, avx2 or go. Results of a lesser machine can so be repeated on a
// better one. See [Check].
const Variable = "GAMMONLAB_KERNEL"

// level is a version of the kernels. A CPU that can run one can run all below.
type level uint8

const (
	levelGo level = iota
	levelAVX2
	levelAVX512
)

// levelNames are the names of the levels in [Variable] and [Name].
var levelNames = [...]string{levelGo: "go", levelAVX2: "avx2", levelAVX512: "avx512"}

// current is the level in use and errRequest what was wrong with the request
// for it. Nothing but tests writes them after the start.
var current, errRequest = choose(os.Getenv(Variable), best())

// choose returns the level that a request names, which may be empty, on a CPU
// that can run levels up to top.
func choose(request string, top level) (level, error) {
	if request == "" {
		return top, nil
	}
	for l, name := range levelNames {
		if name != request {
			continue
		}
		if level(l) > top {
			return top, fmt.Errorf("kernel: %s=%s cannot run here, the best that can is %s", Variable, request, levelNames[top])
		}
		return level(l), nil
	}
	return top, fmt.Errorf("kernel: %s=%s is unknown, want avx512, avx2 or go", Variable, request)
}

// Name returns the name of the kernels in use: avx512, avx2 or go.
func Name() string { return levelNames[current] }

// Check returns an error if [Variable] asks for kernels that are unknown or that
// this CPU or build cannot run. The best available are used then, so a command
// that promises to repeat results must not go on.
func Check() error { return errRequest }

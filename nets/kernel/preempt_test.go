package kernel

import (
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"gammonlab/internal/longtest"
)

// TestUnitsUnderPreemption multiplies by the matrix unit in many goroutines while garbage is
// collected and goroutines move between threads: all products have the right bits. The tiles
// of a core are lost if a kernel does not configure and release them itself.
func TestUnitsUnderPreemption(t *testing.T) {
	span := time.Second
	if longtest.On() {
		span = 10 * time.Minute
	}
	const n, depth, out = 48, 608, 80
	a := newArena(9)
	x, w, start := a.vector(n*depth), a.vector(depth*out), make([]float32, out)
	for i := range x {
		x[i] = abs(x[i])
	}
	var left, right Halves
	left.Resize(n, depth)
	right.Resize(out, depth)
	left.PackLeft(0, 0, Block{x, n, depth, depth})
	right.PackRight(0, 0, Block{w, depth, out, out})
	fixed := NewFixed(w, depth, out)
	inHalves, inIntegers := make([]float32, n*out), make([]float32, n*out)
	mulHalvesGo(inHalves, out, start, &left, 0, n/tileLines, &right, 0)
	mulFixedGo(inIntegers, start, x, fixed, n)

	stop := time.Now().Add(span)
	var group sync.WaitGroup
	for range 4 * runtime.GOMAXPROCS(0) {
		group.Go(func() {
			dst := make([]float32, n*out)
			var room FixedRoom
			for i := 0; time.Now().Before(stop) && !t.Failed(); i++ {
				want := inHalves
				if i%2 == 0 {
					MulHalves(dst, out, start, &left, 0, n, &right, 0)
				} else {
					want = inIntegers
					MulFixed(dst, start, x, fixed, n, &room)
				}
				if !slices.Equal(dst, want) {
					t.Errorf("product %d has other bits", i)
				}
				if i%16 == 0 {
					runtime.Gosched()
				}
			}
		})
	}
	group.Go(func() {
		for time.Now().Before(stop) {
			runtime.GC()
		}
	})
	group.Wait()
}

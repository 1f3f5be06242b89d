package nets_test

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"gammonlab/internal/longtest"
	"gammonlab/internal/seed"
	"gammonlab/nets/kernel"
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
	rng := rand.New(seed.Stream(9, 0))
	x, w, start := make([]float32, n*depth), make([]float32, depth*out), make([]float32, out)
	for i := range x {
		x[i] = rng.Float32()
	}
	for i := range w {
		w[i] = rng.Float32() - 0.5
	}
	var left, right kernel.Halves
	left.Resize(n, depth)
	right.Resize(out, depth)
	left.PackLeft(0, 0, kernel.Block{X: x, Rows: n, Columns: depth, Stride: depth})
	right.PackRight(0, 0, kernel.Block{X: w, Rows: depth, Columns: out, Stride: out})
	fixed := kernel.NewFixed(w, depth, out)
	inHalves, inIntegers := make([]float32, n*out), make([]float32, n*out)
	kernel.MulHalves(inHalves, out, start, &left, 0, n, &right, 0)
	kernel.MulFixed(inIntegers, start, x, fixed, n, new(kernel.FixedRoom))

	stop := time.Now().Add(span)
	var group sync.WaitGroup
	for range 4 * runtime.GOMAXPROCS(0) {
		group.Go(func() {
			dst := make([]float32, n*out)
			var room kernel.FixedRoom
			for i := 0; time.Now().Before(stop) && !t.Failed(); i++ {
				want := inHalves
				if i%2 == 0 {
					kernel.MulHalves(dst, out, start, &left, 0, n, &right, 0)
				} else {
					want = inIntegers
					kernel.MulFixed(dst, start, x, fixed, n, &room)
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

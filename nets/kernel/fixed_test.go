package kernel

import (
	"fmt"
	"math"
	"testing"
)

// TestMulFixed compares MulFixed with the plain Go version, to the bit, and with the exact
// product, for several sizes and shares of zeros.
func TestMulFixed(t *testing.T) {
	eachIntegers(t, func(t *testing.T) {
		for _, n := range []int{1, 2, 5, 16, 17, 32, 33, 70} {
			for _, in := range []int{16, 64, 96, 912} {
				for _, out := range []int{16, 32, 48, 192} {
					for _, share := range []float32{0, 0.1, 1} {
						checkMulFixed(t, n, in, out, share)
					}
				}
			}
		}
	})
}

func checkMulFixed(t *testing.T, n, in, out int, share float32) {
	t.Helper()
	a := newArena(3)
	x, w, start := a.vector(n*in), a.vector(in*out), a.vector(out)
	pick := a.vector(n * in)
	for i := range x {
		x[i] = abs(x[i])
		if (pick[i]+1)/2 >= share {
			x[i] = 0
		}
	}
	f := NewFixed(w, in, out)
	got, want := a.vector(n*out), make([]float32, n*out)
	var room FixedRoom
	MulFixed(got, start, x, f, n, &room)
	mulFixedGo(want, start, x, f, n)
	sameBits(t, fmt.Sprintf("n=%d/in=%d/out=%d/share=%v", n, in, out, share), got, want)
	a.check(t)
	for i := range n {
		for k := range out {
			exact := float64(start[k])
			for j := range in {
				exact += float64(x[i*in+j]) * float64(w[j*out+k])
			}
			if miss := math.Abs(float64(got[i*out+k]) - exact); miss > 4e-5*math.Sqrt(float64(in)) {
				t.Fatalf("n=%d in=%d out=%d: element %d,%d is %v, want %v", n, in, out, i, k, got[i*out+k], exact)
			}
		}
	}
}

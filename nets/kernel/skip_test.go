package kernel

import (
	"fmt"
	"slices"
	"testing"
)

// TestMulSparse compares MulSparse with MulNN, to the bit: for every number of
// rows and of column groups of a tile, rows with equal and with different
// zeros, no zeros and only zeros, and more inputs than the kernel checks at a
// time.
func TestMulSparse(t *testing.T) {
	eachLevel(t, func(t *testing.T) {
		for _, n := range []int{1, 2, 3, 4, 5, 6, 11, 33} {
			for _, in := range []int{0, 16, 48, 1024, 1040, 2064} {
				if in > 48 && n > 4 {
					continue
				}
				for _, out := range []int{16, 32, 48, 64, 112, 128, 272} {
					checkMulSparse(t, n, in, out)
				}
			}
		}
	})
}

// checkMulSparse holds one size with several shares of zeros.
func checkMulSparse(t *testing.T, n, in, out int) {
	t.Helper()
	for _, share := range []float32{0, 0.1, 0.5, 1} {
		for _, together := range []bool{false, true} {
			a := newArena(3)
			x, w, start := a.vector(n*in), a.vector(in*out), a.vector(out)
			pick := a.vector(n * in)
			for i := range x {
				at := i
				if together {
					at = i % in
				}
				if (pick[at]+1)/2 >= share {
					x[i] = 0
				}
			}
			got, want := a.vector(n*out), slices.Repeat(start, n)
			MulNN(want, x, w, n, in, out)
			MulSparse(got, start, x, w, n, in, out)
			sameBits(t, fmt.Sprintf("n=%d/in=%d/out=%d/share=%v/together=%v", n, in, out, share, together), got, want)
			a.check(t)
		}
	}
}

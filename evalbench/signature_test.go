package evalbench

import (
	"testing"

	"gammonlab/internal/must"
)

// TestSignature holds the signature of the SIMD kernels and of plain Go, which
// round differently but agree on every choice here. A new value belongs into
// the message of the commit that changes play.
func TestSignature(t *testing.T) {
	const want = 0x249ed9c757c419e1
	for _, workers := range []int{1, 2, 8} {
		got := must.Get(Signature(t.Context(), workers))(t)
		if got != want {
			t.Errorf("%d workers: signature %016x, want %016x: does this change alter play?", workers, got, uint64(want))
		}
	}
}

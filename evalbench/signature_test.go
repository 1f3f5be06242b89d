package evalbench

import (
	"testing"

	"gammonlab/internal/must"
)

// TestSignature holds the signature of the SIMD kernels and of plain Go, which
// round differently but agree on every choice here.
func TestSignature(t *testing.T) {
	for _, workers := range []int{1, 2, 8} {
		got := must.Get(Signature(t.Context(), workers))(t)
		if got != WantSignature {
			t.Errorf("%d workers: signature %016x, want %016x: does this change alter play?", workers, got, uint64(WantSignature))
		}
	}
}

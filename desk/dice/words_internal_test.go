package dice

import (
	"math"
	"testing"
)

// The largest seed of 32 bits is a number, the next one an array.
func TestMersenneSeeds(t *testing.T) {
	number, array := newMersenne(math.MaxUint32), newMersenne(math.MaxUint32+1)
	again := newMersenne(0)
	again.Seed(math.MaxUint32)
	if got, want := number.Uint32(), again.Uint32(); got != want {
		t.Errorf("seed %d: %d, want %d", uint32(math.MaxUint32), got, want)
	}
	again.SeedFromKeys(append([]uint32{0, 1}, make([]uint32, 622)...))
	if got, want := array.Uint32(), again.Uint32(); got != want {
		t.Errorf("seed 2^32: %d, want %d", got, want)
	}
}

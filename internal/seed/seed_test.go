package seed

import (
	"math/rand/v2"
	"testing"
)

// Every result of a seed depends on the derived seeds, so a change here would
// change all results.
func TestDeriveStays(t *testing.T) {
	for _, test := range []struct{ parent, item, want uint64 }{
		{0, 0, 0xa706dd2f4d197e6f},
		{1, 0, 0x5e41ab087439611e},
		{1, 1, 0xf18d6ce93d6cf1ee},
		{1 << 63, 1 << 40, 0xc52c1388991fef08},
	} {
		if got := Derive(test.parent, test.item); got != test.want {
			t.Errorf("Derive(%d, %d) = %#x, want %#x", test.parent, test.item, got, test.want)
		}
	}
}

// The outputs of splitmix64 for the seed 0 that its author publishes (prng.di.unimi.it/splitmix64.c):
// its state grows by gamma before each.
func TestMixIsSplitmix64(t *testing.T) {
	for i, want := range []uint64{0xe220a8397b1dcdaf, 0x6e789e6aa1b965f4, 0x06c45d188009454f} {
		state := uint64(0)
		for range i + 1 {
			state += gamma
		}
		if got := mix(state); got != want {
			t.Errorf("output %d is %#x, want %#x", i, got, want)
		}
	}
}

// A stream is PCG with the derived seed and its next mixture as the two halves of its state, so
// that the halves do not repeat each other.
func TestStreamIsSeededByBothHalves(t *testing.T) {
	want := rand.NewPCG(0xa706dd2f4d197e6f, 0xb49ab477bb8685e2) // splitmix64 by a program of its own
	if a, b := Stream(0, 0).Uint64(), want.Uint64(); a != b {
		t.Errorf("the stream of (0, 0) begins with %#x, want %#x", a, b)
	}
}

func TestStreamsDiffer(t *testing.T) {
	seen := map[uint64]bool{}
	for parent := range uint64(100) {
		for item := range uint64(100) {
			first := Stream(parent, item).Uint64()
			if seen[first] {
				t.Fatalf("the stream of (%d, %d) begins like another", parent, item)
			}
			seen[first] = true
		}
	}
}

func TestRestartBeginsTheStreamAgain(t *testing.T) {
	g := new(rand.PCG)
	Restart(g, 3, 4)
	want := Stream(3, 4)
	for range 10 {
		if got, want := g.Uint64(), want.Uint64(); got != want {
			t.Fatalf("got %#x, want %#x", got, want)
		}
	}
}

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

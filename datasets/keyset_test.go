package datasets_test

import (
	"encoding/binary"
	"math/rand/v2"
	"runtime"
	"testing"

	"gammonlab/board"
	"gammonlab/datasets"
)

// A KeySet is compared with a map, for repeated keys, similar keys and the key
// of zeros.
func TestKeySet(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, span := range []int{1, 10, 300, 30_000} {
		var set datasets.KeySet
		known := map[board.Key]bool{}
		for range 3 * span {
			n := rng.IntN(span)
			k := keyOf(uint64(n))
			if got := set.Has(k); got != known[k] {
				t.Fatalf("Has(%x) is %v, want %v", k, got, known[k])
			}
			if got := set.Add(k); got == known[k] {
				t.Fatalf("Add(%x) is %v, want %v", k, got, !known[k])
			}
			known[k] = true
			if set.Len() != len(known) {
				t.Fatalf("%d keys, want %d", set.Len(), len(known))
			}
		}
		for k := range known {
			if !set.Has(k) {
				t.Errorf("%x is gone", k)
			}
		}
	}
}

// keyOf returns a key for each number: small ones are alike, the first is zero.
func keyOf(n uint64) (k board.Key) {
	binary.LittleEndian.PutUint64(k[1:], n)
	return k
}

// Keys of one share, as in a part of a divided database, do not crowd.
func TestKeySetOfOneShare(t *testing.T) {
	var set datasets.KeySet
	n := 0
	for i := uint64(0); n < 20_000; i++ {
		if k := keyOf(i); datasets.Share(k, 0) < 0.01 {
			if n++; !set.Add(k) {
				t.Fatalf("%x is there twice", k)
			}
		}
	}
	if set.Len() != n {
		t.Errorf("%d keys, want %d", set.Len(), n)
	}
}

func TestKeySetMemory(t *testing.T) {
	const n = 200_000
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	set := new(datasets.KeySet)
	for i := range uint64(n) {
		set.Add(keyOf(i * 0x9E3779B97F4A7C15))
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	got := float64(after.HeapAlloc-before.HeapAlloc) / n
	if got < 10 || got > 18 {
		t.Errorf("%.1f bytes a key, want at most 15.6 and what sizes are rounded up by", got)
	}
	runtime.KeepAlive(set)
}

func BenchmarkKeySet(b *testing.B) {
	const n = 1 << 20
	for b.Loop() {
		var set datasets.KeySet
		for i := range uint64(n) {
			set.Add(keyOf(i * 0x9E3779B97F4A7C15))
		}
	}
	b.ReportMetric(float64(b.N)*n/b.Elapsed().Seconds(), "keys/s")
}

// Databases and nets depend on these numbers, so they must not change: they are
// those of the first division into training and validation.
func TestShare(t *testing.T) {
	pos := board.Backgammon.Start()
	for _, c := range []struct {
		key  board.Key
		salt uint64
		want float64
	}{
		{pos.Key(), 0, 0.5835085987374494},
		{board.Key{}, 0, 0.6524484863740322},
		{pos.Key(), 1, 0.6509358169097699},
	} {
		if got := datasets.Share(c.key, c.salt); got != c.want {
			t.Errorf("Share(%x, %d) is %v, want %v", c.key, c.salt, got, c.want)
		}
	}
}

func TestSharesAreEven(t *testing.T) {
	const n = 20_000
	for _, salt := range []uint64{0, 1, 2} {
		var counts [10]int
		for i := range uint64(n) {
			counts[int(10*datasets.Share(keyOf(i), salt))]++
		}
		for i, got := range counts {
			if got < n/10-250 || got > n/10+250 { // almost six standard deviations
				t.Errorf("salt %d: %d of %d in tenth %d", salt, got, n, i+1)
			}
		}
	}
}

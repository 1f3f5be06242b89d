package engine_test

import (
	"sync"
	"testing"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/enginetest"
)

// cachedNet returns a net's evaluator and one with the cache before it.
func cachedNet(t testing.TB, cache *engine.Cache) (plain *engine.Static, cached *engine.Cached) {
	t.Helper()
	plain = enginetest.RandomStatic(t, 20, 1)
	return plain, engine.NewCached(plain.Clone(), cache, nil)
}

func TestCached(t *testing.T) {
	for _, size := range []int{0, 1 << 14, 1 << 22} { // one bucket a shard, some, enough
		cache := engine.NewCache(size)
		enginetest.TestEvaluator(t, "cached", func() engine.Evaluator {
			_, cached := cachedNet(t, cache)
			return cached
		})
	}
}

// counting counts the positions that it evaluates.
type counting struct {
	engine.Evaluator
	asked int
}

func (c *counting) Evaluate(dst []engine.Probabilities, positions []board.Position) {
	c.asked += len(positions)
	c.Evaluator.Evaluate(dst, positions)
}

func TestCacheRemembers(t *testing.T) {
	plain, _ := cachedNet(t, nil)
	inner := &counting{Evaluator: plain}
	cached := engine.NewCached(inner, engine.NewCache(1<<22), nil)
	positions := enginetest.Positions(300, 3)
	answers := make([]engine.Probabilities, len(positions))
	cached.Evaluate(answers, positions)
	first := inner.asked
	cached.Evaluate(answers, positions)
	if again := inner.asked - first; again > len(positions)/100 {
		t.Errorf("%d of %d positions were forgotten at once", again, len(positions))
	}
}

// TestCacheSeparatesVariants evaluates positions that differ only in the
// checkers that are off, which position IDs do not contain.
func TestCacheSeparatesVariants(t *testing.T) {
	plain, cached := cachedNet(t, engine.NewCache(1<<20))
	few := board.Hypergammon3.Start()
	many := few
	many.Own[board.Off], many.Opp[board.Off] = 12, 12
	for _, pos := range []board.Position{few, many, few} {
		if got, want := evaluateOne(cached, pos), evaluateOne(plain, pos); got != want {
			t.Errorf("%v: %v, want %v", pos, got, want)
		}
	}
}

func TestCacheIsBounded(t *testing.T) {
	const size = 1 << 20
	cache := engine.NewCache(size)
	if n := cache.Len(); n < size/100 || n > size/50 {
		t.Errorf("room for %d positions in %d bytes", n, size)
	}
}

func TestCacheIsShared(t *testing.T) {
	cache := engine.NewCache(1 << 16)
	plain, _ := cachedNet(t, nil)
	positions := enginetest.Positions(2000, 5)
	want := make([]engine.Probabilities, len(positions))
	plain.Evaluate(want, positions)
	var group sync.WaitGroup
	for range 4 {
		_, cached := cachedNet(t, cache)
		group.Go(func() {
			got := make([]engine.Probabilities, len(positions))
			for range 3 {
				cached.Evaluate(got, positions)
			}
			for i := range got {
				if got[i] != want[i] {
					t.Errorf("position %d: %v, want %v", i, got[i], want[i])
					return
				}
			}
		})
	}
	group.Wait()
}

func BenchmarkCached(b *testing.B) {
	_, cached := cachedNet(b, engine.NewCache(1<<26))
	positions := enginetest.Positions(20_000, 6)
	answers := make([]engine.Probabilities, len(positions))
	cached.Evaluate(answers, positions)
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		cached.Evaluate(answers, positions)
		n += len(positions)
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "positions/s")
}

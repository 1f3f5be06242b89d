package engine

import (
	"hash/maphash"
	"sync"
	"unsafe"

	"gammonlab/board"
)

// Cache stores evaluations of positions. A lookup compares the full position,
// so it never returns the evaluation of another one. The size is bounded: each
// slot keeps the two most recently used positions. A Cache is safe for
// concurrent use; all evaluators that share one must give equal results.
type Cache struct {
	seed   maphash.Seed
	shards [cacheShards]cacheShard
}

// cacheShards is a power of two, far above the number of goroutines, so they
// rarely wait for each other.
const cacheShards = 256

// cacheShard is a part of the cache with its lock.
type cacheShard struct {
	sync.Mutex
	buckets []cacheBucket
}

// cacheBucket has room for two positions of the same hash, the more recently
// used first.
type cacheBucket [2]cacheEntry

// cacheEntry is a position with its evaluation. It is empty if the position is
// the zero Position, which has no checkers.
type cacheEntry struct {
	pos board.Position
	p   Probabilities
}

// NewCache returns a cache that uses at most the given number of bytes.
func NewCache(bytes int) *Cache {
	c := &Cache{seed: maphash.MakeSeed()}
	buckets := max(bytes/int(unsafe.Sizeof(cacheBucket{}))/cacheShards, 1)
	for i := range c.shards {
		c.shards[i].buckets = make([]cacheBucket, buckets)
	}
	return c
}

// Len returns the capacity in positions.
func (c *Cache) Len() int {
	return cacheShards * len(c.shards[0].buckets) * len(cacheBucket{})
}

// place returns the shard and the bucket of the position.
func (c *Cache) place(pos *board.Position) (*cacheShard, int) {
	hash := maphash.Comparable(c.seed, *pos)
	shard := &c.shards[hash%cacheShards]
	return shard, int(hash / cacheShards % uint64(len(shard.buckets)))
}

// get returns the stored evaluation of the position.
func (c *Cache) get(pos *board.Position) (p Probabilities, ok bool) {
	shard, at := c.place(pos)
	shard.Lock()
	defer shard.Unlock()
	bucket := &shard.buckets[at]
	if bucket[1].pos == *pos {
		bucket[0], bucket[1] = bucket[1], bucket[0]
	}
	return bucket[0].p, bucket[0].pos == *pos
}

// put stores the evaluation of the position.
func (c *Cache) put(pos *board.Position, p Probabilities) {
	shard, at := c.place(pos)
	shard.Lock()
	defer shard.Unlock()
	bucket := &shard.buckets[at]
	if bucket[0].pos != *pos {
		bucket[1] = bucket[0]
	}
	bucket[0] = cacheEntry{*pos, p}
}

// Cached evaluates positions with another evaluator and stores the results in a
// cache, which may be shared. It is not safe for concurrent use.
type Cached struct {
	inner   Evaluator
	cache   *Cache
	wrong   func() bool // nil for never
	missed  []board.Position
	slots   []int // indexes in dst of the missed positions
	answers []Probabilities
}

// NewCached returns an evaluator that evaluates with inner the positions that
// are not in the cache. If wrong is not nil and returns true after an
// evaluation by inner, the results are not stored.
func NewCached(inner Evaluator, cache *Cache, wrong func() bool) *Cached {
	return &Cached{inner: inner, cache: cache, wrong: wrong}
}

// Evaluate implements [Evaluator].
func (c *Cached) Evaluate(dst []Probabilities, positions []board.Position) {
	c.missed, c.slots = c.missed[:0], c.slots[:0]
	for i := range positions {
		var ok bool
		if dst[i], ok = c.cache.get(&positions[i]); !ok {
			c.missed, c.slots = append(c.missed, positions[i]), append(c.slots, i)
		}
	}
	if len(c.missed) == 0 {
		return
	}
	for len(c.answers) < len(c.missed) {
		c.answers = append(c.answers, Probabilities{})
	}
	answers := c.answers[:len(c.missed)]
	c.inner.Evaluate(answers, c.missed)
	keep := c.wrong == nil || !c.wrong()
	for i, slot := range c.slots {
		dst[slot] = answers[i]
		if keep {
			c.cache.put(&c.missed[i], answers[i])
		}
	}
}

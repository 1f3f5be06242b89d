package engine

import (
	"hash/maphash"
	"sync"
	"unsafe"

	"gammonlab/board"
)

// Cache remembers answers to positions, exactly: an answer is only given for the
// very position that it was stored for. Its size is bounded; where two of more
// recent use want the place of a third, that is forgotten. It serves any number
// of goroutines, and must only hold answers of evaluators that agree.
type Cache struct {
	seed   maphash.Seed
	shards [cacheShards]cacheShard
}

// cacheShards is a power of two and far more than there are goroutines, so that
// they rarely wait for each other.
const cacheShards = 256

// cacheShard is a part of the cache with its lock.
type cacheShard struct {
	sync.Mutex
	buckets []cacheBucket
}

// cacheBucket has room for two positions of the same hash, the one of more
// recent use first.
type cacheBucket [2]cacheEntry

// cacheEntry is empty if its position is the zero Position, which has no
// checkers.
type cacheEntry struct {
	pos board.Position
	p   Probabilities
}

// NewCache returns a cache that takes up to the given number of bytes of memory.
func NewCache(bytes int) *Cache {
	c := &Cache{seed: maphash.MakeSeed()}
	buckets := max(bytes/int(unsafe.Sizeof(cacheBucket{}))/cacheShards, 1)
	for i := range c.shards {
		c.shards[i].buckets = make([]cacheBucket, buckets)
	}
	return c
}

// Len returns how many positions there is room for.
func (c *Cache) Len() int {
	return cacheShards * len(c.shards[0].buckets) * len(cacheBucket{})
}

// place returns where the position belongs.
func (c *Cache) place(pos *board.Position) (*cacheShard, int) {
	hash := maphash.Comparable(c.seed, *pos)
	shard := &c.shards[hash%cacheShards]
	return shard, int(hash / cacheShards % uint64(len(shard.buckets)))
}

// get returns the answer that was stored for the position.
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

// put stores the answer for the position.
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

// Cached evaluates positions with another evaluator and keeps the answers in a
// cache, which others may share. It serves one goroutine.
type Cached struct {
	inner   Evaluator
	cache   *Cache
	wrong   func() bool // nil for never
	missed  []board.Position
	slots   []int // where the answers to the missed belong
	answers []Probabilities
}

// NewCached returns an evaluator that asks inner what the cache does not know.
// If wrong is not nil and reports true after inner has answered, the answers are
// not kept.
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

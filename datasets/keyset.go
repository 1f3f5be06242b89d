package datasets

import (
	"math/bits"

	"gammonlab/board"
)

// KeySet is an exact set of position keys, for tens of millions of them. It takes 12.5 to
// 15.6 bytes per key; while it grows, it takes a further 256th of the set, plus memory
// that is not yet garbage-collected. The zero KeySet is an empty set. Only one goroutine
// may use a KeySet.
type KeySet struct{ table keyMap[struct{}] }

// Add adds a key and reports whether it is new.
func (s *KeySet) Add(k board.Key) bool {
	_, added := s.table.at(k)
	return added
}

// Has reports whether the set contains the key.
func (s *KeySet) Has(k board.Key) bool { return s.table.has(k) }

// Len returns the number of keys.
func (s *KeySet) Len() int { return s.table.len() }

// keyMap maps keys to values, by open addressing in many small shards. The load of a
// shard is between 0.64 and 0.8.
type keyMap[V any] struct {
	shards [256]shard[V]
	n      int
	zero   bool // the map contains the key of zeros; such a key marks empty slots in shards
	first  V    // value of the key of zeros
}

// shard is a part of a table: slots that are full or empty.
type shard[V any] struct {
	keys   []board.Key
	values []V
	n      int
}

// reserve allocates memory for about n keys.
func (t *keyMap[V]) reserve(n int) {
	for i := range t.shards {
		t.shards[i].resize(max(n/len(t.shards)*5/4, smallestShard))
	}
}

// smallestShard is the initial number of slots of a shard.
const smallestShard = 32

// len returns the number of keys.
func (t *keyMap[V]) len() int { return t.n }

// has reports whether the map contains the key.
func (t *keyMap[V]) has(k board.Key) bool {
	if k == (board.Key{}) {
		return t.zero
	}
	h := spot(k)
	s := &t.shards[h>>56]
	return len(s.keys) > 0 && s.keys[s.find(k, h)] == k
}

// at returns a pointer to the key's value, which is valid until the next call, and
// whether the key is new.
func (t *keyMap[V]) at(k board.Key) (value *V, added bool) {
	if k == (board.Key{}) {
		added, t.zero = !t.zero, true
		if added {
			t.n++
		}
		return &t.first, added
	}
	h := spot(k)
	s := &t.shards[h>>56]
	if s.n*5 >= len(s.keys)*4 {
		s.resize(max(len(s.keys)*5/4, smallestShard))
	}
	i := s.find(k, h)
	if s.keys[i] == k {
		return &s.values[i], false
	}
	s.keys[i] = k
	s.n++
	t.n++
	return &s.values[i], true
}

// each calls do for every key, in no particular order.
func (t *keyMap[V]) each(do func(k board.Key, value *V)) {
	if t.zero {
		do(board.Key{}, &t.first)
	}
	for i := range t.shards {
		s := &t.shards[i]
		for j, k := range s.keys {
			if k != (board.Key{}) {
				do(k, &s.values[j])
			}
		}
	}
}

// find returns the slot of the key, or the empty slot for it.
func (s *shard[V]) find(k board.Key, h uint64) int {
	slot, _ := bits.Mul64(h<<8, uint64(len(s.keys)))
	i := int(slot)
	for s.keys[i] != k && s.keys[i] != (board.Key{}) {
		if i++; i == len(s.keys) {
			i = 0
		}
	}
	return i
}

// resize changes the number of slots, which must exceed the number of keys.
func (s *shard[V]) resize(slots int) {
	old := *s
	s.keys, s.values = make([]board.Key, slots), make([]V, slots)
	for i, k := range old.keys {
		if k != (board.Key{}) {
			j := s.find(k, spot(k))
			s.keys[j], s.values[j] = k, old.values[i]
		}
	}
}

// spot returns a hash whose first bits are independent of those of [Share], because the
// keys of a table may have been selected by Share.
func spot(k board.Key) uint64 { return bits.RotateLeft64(hash(k), 32) }

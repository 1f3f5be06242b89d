// Package keymap maps the keys of tens of millions of positions to values.
package keymap

import (
	"encoding/binary"
	"math/bits"

	"gammonlab/board"
	"gammonlab/internal/seed"
)

// Map maps keys to values, by open addressing in many small shards. The load of a
// shard is between 0.64 and 0.8.
type Map[V any] struct {
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

// Reserve allocates memory for about n keys.
func (t *Map[V]) Reserve(n int) {
	for i := range t.shards {
		t.shards[i].resize(max(n/len(t.shards)*5/4, smallestShard))
	}
}

// smallestShard is the initial number of slots of a shard.
const smallestShard = 32

// Len returns the number of keys.
func (t *Map[V]) Len() int { return t.n }

// Has reports whether the map contains the key.
func (t *Map[V]) Has(k board.Key) bool {
	if k == (board.Key{}) {
		return t.zero
	}
	h := spot(k)
	s := &t.shards[h>>56]
	return len(s.keys) > 0 && s.keys[s.find(k, h)] == k
}

// At returns a pointer to the key's value, which is valid until the next call, and
// whether the key is new.
func (t *Map[V]) At(k board.Key) (value *V, added bool) {
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

// Each calls do for every key, in no particular order.
func (t *Map[V]) Each(do func(k board.Key, value *V)) {
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

// spot returns a hash whose first bits are independent of those of [Hash], because the keys of
// a map may have been selected by Hash.
func spot(k board.Key) uint64 { return bits.RotateLeft64(Hash(k), 32) }

// Hash returns 64 bits that depend on all bytes of the key.
func Hash(k board.Key) uint64 {
	return seed.Derive(binary.BigEndian.Uint64(k[:]), uint64(binary.BigEndian.Uint16(k[8:])))
}

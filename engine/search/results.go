package search

import (
	"gammonlab/board"
)

// resultSet numbers the results of plays, in the order in which they are added.
// It is a hash table with open addressing that grows as it fills.
type resultSet struct {
	slots []int32 // numbers plus 1, 0 if empty
	count int
}

// firstSlots is a power of two, about twice the number of results of nearly
// every position.
const firstSlots = 1 << 11

func (s *resultSet) clear() {
	if s.slots == nil {
		s.slots = make([]int32, firstSlots)
	}
	clear(s.slots)
	s.count = 0
}

// number returns the number of a result, and whether it is new. plays lead to
// the results that have numbers.
func (s *resultSet) number(pos *board.Position, plays []board.Play) (number int32, fresh bool) {
	if 2*s.count >= len(s.slots) {
		s.grow(plays)
	}
	at := s.find(pos, plays)
	if n := s.slots[at]; n != 0 {
		return n - 1, false
	}
	s.count++
	s.slots[at] = int32(s.count)
	return int32(s.count) - 1, true
}

// find returns the slot of a position, or an empty slot for it.
func (s *resultSet) find(pos *board.Position, plays []board.Play) int {
	last := len(s.slots) - 1
	at := int(pos.Hash()) & last
	for s.slots[at] != 0 && plays[s.slots[at]-1].Result != *pos {
		at = (at + 1) & last
	}
	return at
}

// grow doubles the table.
func (s *resultSet) grow(plays []board.Play) {
	s.slots = make([]int32, 2*len(s.slots))
	for i := range s.count {
		s.slots[s.find(&plays[i].Result, plays)] = int32(i) + 1
	}
}

package search

import (
	"gammonlab/board"
	"gammonlab/engine"
	"slices"
)

// memo evaluates positions and remembers recent answers. In a decision at
// 2 plies one position in five comes up more than once: after other rolls from
// the same position, or where two plays are made in the other order. Being for
// one goroutine it costs less than an [engine.Cache], which for answers at 0
// plies would hardly pay. A position that another has pushed out is evaluated
// again: the answer is the same.
type memo struct {
	entries []memoEntry
	missed  []board.Position
	places  []int // of the missed in the entries
	slots   []int // by position asked for: which of the missed it is, or -1
	answers []engine.Probabilities
}

// memoEntry is empty if its position is the zero Position, which no play leads
// to.
type memoEntry struct {
	pos     board.Position
	p       engine.Probabilities
	pending int32 // which of the missed it is, or -1 if p is known
}

// memoSize is a power of two. A decision at 2 plies meets about 10,000 positions.
const memoSize = 1 << 14

func newMemo() *memo { return &memo{entries: make([]memoEntry, memoSize)} }

// evaluate sets dst to what static says of the positions.
func (m *memo) evaluate(static *engine.Full, dst []engine.Probabilities, positions []board.Position) {
	m.missed, m.places, m.slots = m.missed[:0], m.places[:0], m.slots[:0]
	for i := range positions {
		m.slots = append(m.slots, m.find(&dst[i], &positions[i]))
	}
	m.answers = slices.Grow(m.answers[:0], len(m.missed))[:len(m.missed)]
	static.Evaluate(m.answers, m.missed)
	for j, place := range m.places {
		if e := &m.entries[place]; e.pending == int32(j) {
			e.p, e.pending = m.answers[j], -1
		}
	}
	for i, slot := range m.slots {
		if slot >= 0 {
			dst[i] = m.answers[slot]
		}
	}
}

// find sets dst to the answer for the position and returns -1, or if that is not
// known the number that the position has among the missed.
func (m *memo) find(dst *engine.Probabilities, pos *board.Position) int {
	place := int(pos.Hash() % memoSize)
	e := &m.entries[place]
	switch {
	case e.pos != *pos:
		e.pos, e.pending = *pos, int32(len(m.missed))
		m.missed, m.places = append(m.missed, *pos), append(m.places, place)
		return int(e.pending)
	case e.pending >= 0:
		return int(e.pending)
	}
	*dst = e.p
	return -1
}

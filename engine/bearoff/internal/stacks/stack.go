// Package stacks plays the rolls of a side in a bear-off: sides as packed numbers, their plays
// in gnubg's order, their order by pips, and the sides that rolls lead to.
package stacks

import "math/bits"

// Stack is a side in a bear-off, packed: the four bits from 4(p-1) on are the
// number of checkers on point p and above. The digits are non-increasing and
// their sum is the pip count. A play subtracts one from each point that the
// checker passes.
type Stack uint64

const (
	digitBits = 4
	digitOnes = 0x1111_1111_1111_1111
)

// HomePoints is the number of points of the home board.
const HomePoints = 6

// MaxPoints is the number of digits in a stack.
const MaxPoints = 64 / digitBits

// Pack returns the stack of the side with counts[p-1] checkers on point p.
func Pack(counts []uint8) Stack {
	var s Stack
	above := 0
	for i := len(counts) - 1; i >= 0; i-- {
		above += int(counts[i])
		s = s<<digitBits | Stack(above)
	}
	return s
}

// Pips returns the pip count, of up to 16 points.
func (s Stack) Pips() int {
	const low = 0x0f0f_0f0f_0f0f_0f0f
	pairs := uint64(s)&low + uint64(s)>>digitBits&low
	return int(pairs * 0x0101_0101_0101_0101 >> 56)
}

// sources returns the points from which the die can be played, as the lowest
// bit of their digit. It is not empty if there are checkers.
func (s Stack) sources(die int) uint64 {
	counts := uint64(s) - uint64(s)>>digitBits
	counts |= counts >> 2
	occupied := (counts | counts>>1) & digitOnes
	if s>>(HomePoints*digitBits) != 0 { // a checker is outside the home board
		return occupied &^ (1<<(die*digitBits) - 1)
	}
	if far := occupied &^ (1<<((die-1)*digitBits) - 1); far != 0 {
		return far
	}
	if occupied == 0 {
		return 0
	}
	return 1 << (63 - bits.LeadingZeros64(occupied))
}

// highest removes the highest of the sources.
func highest(sources uint64) (bit int, rest uint64) {
	bit = 63 - bits.LeadingZeros64(sources)
	return bit, sources &^ (1 << bit)
}

// Index numbers sides, as bearoff.Index does. The number of a side is the sum of a term for each
// point, which depends on the point and on the number of checkers on it and above.
type Index interface {
	Points() int
	Checkers() int // maximum of a side
	Len() int      // number of sides
	Rank(counts []uint8) int
}

// Mover numbers the stacks of an index and plays rolls.
type Mover struct {
	points, checkers int
	chunks           int

	// steps[die][p-1] is subtracted by a play from point p.
	steps [7][MaxPoints]Stack

	// ranks[c] has the contributions to the rank of three digits.
	ranks [6][1 << chunkBits]uint32
}

const (
	chunkDigits = 3
	chunkBits   = chunkDigits * digitBits
)

// NewMover returns the mover of an index of at most MaxPoints points.
func NewMover(x Index) *Mover {
	m := &Mover{points: x.Points(), checkers: x.Checkers()}
	m.chunks = (m.points + chunkDigits - 1) / chunkDigits
	for die := 1; die <= 6; die++ {
		for p := 1; p <= m.points; p++ {
			for passed := max(p-die+1, 1); passed <= p; passed++ {
				m.steps[die][p-1] += 1 << ((passed - 1) * digitBits)
			}
		}
	}
	terms := termsOf(x)
	for c := range m.chunks {
		for digits := range m.ranks[c] {
			m.ranks[c][digits] = terms.chunk(c, digits)
		}
	}
	return m
}

// rankTerms has the terms of ranks by point-1 and by digit. Those of digits that occur in no
// stack are 0.
type rankTerms [MaxPoints][1 << digitBits]uint32

// termsOf returns the terms of the index: a term is the difference between the ranks of all
// checkers on the point and of as many on the point below.
func termsOf(x Index) *rankTerms {
	terms := new(rankTerms)
	counts := make([]uint8, x.Points())
	for n := range x.Checkers() + 1 {
		before := uint32(0)
		for p := range counts {
			counts[p] = uint8(n)
			rank := uint32(x.Rank(counts))
			counts[p] = 0
			terms[p][n] = rank - before
			before = rank
		}
	}
	return terms
}

// chunk returns the contribution to the rank of the digits from 3c+1 on.
func (t *rankTerms) chunk(c, digits int) (rank uint32) {
	for i := range chunkDigits {
		if p := c*chunkDigits + i; p < MaxPoints {
			rank += t[p][digits>>(i*digitBits)&15]
		}
	}
	return rank
}

// Rank returns the number of the stack.
func (m *Mover) Rank(s Stack) uint32 {
	var rank uint32
	for c := range m.chunks {
		rank += m.ranks[c][s&(1<<chunkBits-1)]
		s >>= chunkBits
	}
	return rank
}

// Next returns the stack with the next number. The last stack has none.
func (m *Mover) Next(s Stack) Stack {
	counts := uint64(s-s>>digitBits) & (1<<((m.points-1)*digitBits) - 1)
	point := 0 // the highest with a checker, without the top point
	if counts != 0 {
		point = (63-bits.LeadingZeros64(counts))/digitBits + 1
	}
	// One more checker above it, and none on the points up to it.
	return s&(1<<((point+1)*digitBits)-1) + 1<<(point*digitBits)
}

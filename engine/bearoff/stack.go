package bearoff

import "math/bits"

// stack is a side in a bear-off, packed: the four bits from 4(p-1) on are the
// number of checkers on point p and above. The digits are non-increasing and
// their sum is the pip count. A play subtracts one from each point that the
// checker passes.
type stack uint64

const (
	digitBits  = 4
	digitOnes  = 0x1111_1111_1111_1111
	homePoints = 6
)

// packStack returns the stack of the side with counts[p-1] checkers on point p.
func packStack(counts []uint8) stack {
	var s stack
	above := 0
	for i := len(counts) - 1; i >= 0; i-- {
		above += int(counts[i])
		s = s<<digitBits | stack(above)
	}
	return s
}

// pips returns the pip count, of up to 16 points.
func (s stack) pips() int {
	const low = 0x0f0f_0f0f_0f0f_0f0f
	pairs := uint64(s)&low + uint64(s)>>digitBits&low
	return int(pairs * 0x0101_0101_0101_0101 >> 56)
}

// sources returns the points from which the die can be played, as the lowest
// bit of their digit. It is not empty if there are checkers.
func (s stack) sources(die int) uint64 {
	counts := uint64(s) - uint64(s)>>digitBits
	counts |= counts >> 2
	occupied := (counts | counts>>1) & digitOnes
	if s>>(homePoints*digitBits) != 0 { // a checker is outside the home board
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

// mover numbers the stacks of an index and plays rolls.
type mover struct {
	points, checkers int
	chunks           int

	// steps[die][p-1] is subtracted by a play from point p.
	steps [7][maxStackPoints]stack

	// ranks[c] has the contributions to the rank of three digits.
	ranks [6][1 << chunkBits]uint32
}

const (
	chunkDigits = 3
	chunkBits   = chunkDigits * digitBits
)

// maxStackPoints is the number of digits in a stack.
const maxStackPoints = 16

// newMover returns the mover of an index of at most maxStackPoints points.
func newMover(x *Index) *mover {
	m := &mover{points: x.points, checkers: x.checkers}
	m.chunks = (x.points + chunkDigits - 1) / chunkDigits
	for die := 1; die <= 6; die++ {
		for p := 1; p <= x.points; p++ {
			for passed := max(p-die+1, 1); passed <= p; passed++ {
				m.steps[die][p-1] += 1 << ((passed - 1) * digitBits)
			}
		}
	}
	for c := range m.chunks {
		for digits := range m.ranks[c] {
			m.ranks[c][digits] = uint32(chunkRank(x, c, digits))
		}
	}
	return m
}

// chunkRank returns the contribution to the rank of the digits from 3c+1 on.
// Some combinations of digits occur in no stack.
func chunkRank(x *Index, c, digits int) int {
	rank := 0
	for i := range chunkDigits {
		point := c*chunkDigits + i + 1
		if n := digits >> (i * digitBits) & 15; point <= x.points && n <= x.checkers {
			rank += x.terms[x.points-point][n]
		}
	}
	return rank
}

// rank returns the number of the stack.
func (m *mover) rank(s stack) uint32 {
	var rank uint32
	for c := range m.chunks {
		rank += m.ranks[c][s&(1<<chunkBits-1)]
		s >>= chunkBits
	}
	return rank
}

// next returns the stack with the next number. The last stack has none.
func (m *mover) next(s stack) stack {
	counts := uint64(s-s>>digitBits) & (1<<((m.points-1)*digitBits) - 1)
	point := 0 // the highest with a checker, without the top point
	if counts != 0 {
		point = (63-bits.LeadingZeros64(counts))/digitBits + 1
	}
	// One more checker above it, and none on the points up to it.
	return s&(1<<((point+1)*digitBits)-1) + 1<<(point*digitBits)
}

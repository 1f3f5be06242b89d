package format

import "encoding/binary"

// MaxRolls is the length of the distributions in a one-sided database.
const MaxRolls = 32

// One is the sum of the words of a distribution in a one-sided database.
const One = 65535

// Span is a distribution without zeros at its ends, in the form of the file:
// the words for Start, Start+1 and so on rolls.
type Span struct {
	Words []byte
	Start int
}

// End returns the first number of rolls after the span.
func (s Span) End() int { return s.Start + len(s.Words)/WordSize }

// At returns the word for r rolls, which must be in the span.
func (s Span) At(r int) uint64 {
	return uint64(binary.LittleEndian.Uint16(s.Words[(r-s.Start)*WordSize:]))
}

// Spread returns the words for 0 to 31 rolls.
func (s Span) Spread() (dist [MaxRolls]uint16) {
	for r := s.Start; r < s.End(); r++ {
		dist[r] = uint16(s.At(r))
	}
	return dist
}

// Certain is the distribution of a side that needs no roll.
var Certain = Span{Words: []byte{0xff, 0xff}}

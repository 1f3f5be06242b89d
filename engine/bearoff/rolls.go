package bearoff

import (
	"encoding/binary"
	"math"

	"gammonlab/board"
)

// span is a distribution without zeros at its ends, in the form of the file:
// the words for start, start+1 and so on rolls.
type span struct {
	words []byte
	start int
}

// end returns the first number of rolls after the span.
func (s span) end() int { return s.start + len(s.words)/wordSize }

// at returns the word for r rolls, which must be in the span.
func (s span) at(r int) uint64 {
	return uint64(binary.LittleEndian.Uint16(s.words[(r-s.start)*wordSize:]))
}

// spread returns the words for 0 to 31 rolls.
func (s span) spread() (dist [MaxRolls]uint16) {
	for r := s.start; r < s.end(); r++ {
		dist[r] = uint16(s.at(r))
	}
	return dist
}

// certain is the distribution of a side that needs no roll.
var certain = span{words: []byte{0xff, 0xff}}

// spans returns the two distributions of the position with the given rank.
// Without gammons the second is empty. The database must contain distributions.
func (d *OneSided) spans(rank int) (bearoff, gammon span) {
	if d.layout.entry == 0 {
		record := d.data[rank*d.layout.record:][:d.layout.record]
		return span{words: record[:fullDistSize]}, span{words: record[fullDistSize:]}
	}
	entry := d.table[rank*d.layout.entry:][:d.layout.entry]
	words := d.data[wordSize*int(binary.LittleEndian.Uint32(entry)):]
	n := int(entry[offsetSize]) * wordSize
	bearoff = span{words[:n], int(entry[offsetSize+1])}
	if d.header.Gammons {
		words = words[n:]
		n = int(entry[offsetSize+spanSize]) * wordSize
		gammon = span{words[:n], int(entry[offsetSize+spanSize+1])}
	}
	return bearoff, gammon
}

// Rolls returns the probabilities, as multiples of 1/[One], that the side bears
// off all of its checkers in exactly 0, 1, … rolls. For a database of means and
// standard deviations they are normal densities, whose sum may differ from One.
func (d *OneSided) Rolls(s *board.Side) [MaxRolls]uint16 {
	rank, _ := d.index.rankOf(s)
	if d.header.Normal {
		return d.normals(rank)[0].words()
	}
	bearoff, _ := d.spans(rank)
	return bearoff.spread()
}

// GammonRolls returns the probabilities, as multiples of 1/[One], that the side
// bears off its first checker in exactly 0, 1, … rolls. A side that has borne
// off a checker needs none. All are 0 if the database does not contain them:
// it has no gammons ([OneSided.HasGammon]), or the side has fewer than 15
// checkers and has borne off none, as in hypergammon.
func (d *OneSided) GammonRolls(s *board.Side) [MaxRolls]uint16 {
	rank, _ := d.index.rankOf(s)
	switch {
	case !d.knowsFirst(s):
		return [MaxRolls]uint16{}
	case s[board.Off] > 0:
		return certain.spread()
	case d.header.Normal:
		return d.normals(rank)[1].words()
	}
	_, gammon := d.spans(rank)
	return gammon.spread()
}

// MostRolls returns the largest number of rolls with a nonzero probability that
// the side needs to bear off all of its checkers.
func (d *OneSided) MostRolls(s *board.Side) int {
	if d.layout.entry > 0 {
		rank, _ := d.index.rankOf(s)
		entry := d.table[rank*d.layout.entry:][:d.layout.entry]
		return int(entry[offsetSize]) + int(entry[offsetSize+1]) - 1
	}
	dist := d.Rolls(s)
	for r := MaxRolls - 1; r > 0; r-- {
		if dist[r] != 0 {
			return r
		}
	}
	return 0
}

// Moments returns the mean and the standard deviation of the number of rolls
// that the side needs to bear off all of its checkers.
func (d *OneSided) Moments(s *board.Side) (mean, deviation float64) {
	rank, _ := d.index.rankOf(s)
	if d.header.Normal {
		n := d.normals(rank)[0]
		return float64(n.mean), float64(n.deviation)
	}
	bearoff, _ := d.spans(rank)
	var sum, squares uint64 // of rolls times words
	for r := bearoff.start; r < bearoff.end(); r++ {
		sum += uint64(r) * bearoff.at(r)
		squares += uint64(r*r) * bearoff.at(r)
	}
	mean = float64(sum) / One
	return mean, math.Sqrt(max(float64(squares)/One-mean*mean, 0))
}

// averageRoll is the mean number of pips of a roll.
const averageRoll = 49.0 / 6

// EffectivePips returns the mean number of rolls that the side needs to bear off all of its
// checkers, times the mean number of pips of a roll.
func (d *OneSided) EffectivePips(s *board.Side) float64 {
	mean, _ := d.Moments(s)
	return mean * averageRoll
}

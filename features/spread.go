package features

import (
	"math/bits"

	"gammonlab/board"
)

// Distribution of a side's checkers: moment, timing and backbone.

// moment returns the mean squared distance from the mean point, over the checkers behind
// it. The mean point and the result are rounded up.
func moment(s *side) int {
	mean := ceilDiv(s.moment, s.men) // less 1, because moments use p-1
	behind := s.counts.above(mean + 1)
	n := behind.sum()
	squares := behind.secondMoment() - 2*mean*behind.firstMoment() + mean*mean*n
	if mean < 24 {
		n += s.bar
		squares += (24 - mean) * (24 - mean) * s.bar
	}
	if n == 0 {
		return 0
	}
	return ceilDiv(squares, n)
}

// ceilDiv returns a/b rounded up, for 0 ≤ a < 2¹⁶ and 1 ≤ b ≤ 15; 0 for b = 0.
func ceilDiv(a, b int) int { return int(uint64(a+b-1) * parts[b&15] >> 20) }

// parts has 2²⁰ divided by each number, rounded up, because multiplication is faster than
// division.
var parts = func() (all [16]uint64) {
	for n := 1; n < len(all); n++ {
		all[n] = uint64((1<<20 + n - 1) / n)
	}
	return all
}()

// timing returns the pips that self can play before it must break its home points, or the
// two checkers on other points behind the other side's rearmost checker.
func timing(self, other *side) int {
	reserve := max(board.Bar-other.rear, 12) // behind the other side's rearmost checker, only spare checkers count
	outside := self.counts.above(6)
	outside = outside.minus(self.extra.above(reserve))
	spare := outside.sum() + self.bar
	pips := outside.firstMoment() + 24*self.bar
	home := self.counts.low << 16 // the 6 point in the highest byte
	for p := 6; p >= 1; p-- {
		// Checkers beyond two on a point are spare; missing ones are filled if there
		// are enough spares.
		d := int(home>>56) - 2
		d &^= (spare + d) >> 63
		spare += d
		pips += (p - 1) * d
		home <<= 8
	}
	return pips
}

// backbone measures how badly self's points are connected to its rearmost one.
func backbone(s *side) float32 {
	spine := s.made &^ (1 << 1)
	back := rearmost(spine)
	others := bits.OnesCount32(spine) - 1
	if others <= 0 {
		return 0
	}
	near := uint64(spine) << 11 >> back & (1<<11 - 1) // bit 11-d for a point d pips from back
	return 1 - float32(links[near])/float32(11*others)
}

// links sums up how well points support the rearmost one, for each set of
// distances d from it, 1 to 11, as bits 11-d.
var links = func() (all [1 << 11]uint8) {
	for set := range all {
		for d := 1; d <= 11; d++ {
			if set>>(11-d)&1 != 0 {
				all[set] += link(d)
			}
		}
	}
	return all
}()

// link returns the weight of the connection of two points whose distance is d pips, 1 to
// 11.
func link(d int) uint8 {
	if d <= 6 {
		return 11
	}
	return uint8(13 - d)
}

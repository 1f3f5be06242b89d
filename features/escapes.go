package features

import "math/bits"

// escape has for each block the number of throws, of the 36 of two dice, with which a
// runner passes the block. The index is a pattern: bit d-1 is set if the point d pips
// ahead of the runner, 1 ≤ d ≤ 12, is made.
type escape [1 << 12]uint8

var (
	// escapes counts throws whose full count x+y can be played: the point x+y is open,
	// and x or y is open, too. The third and fourth step of doubles do not count.
	escapes = newEscape(func(uint, int) bool { return true })

	// pastFirst counts the throws of escapes that bring the runner beyond the first made
	// point; it is 0 without a made point.
	pastFirst = newEscape(func(pattern uint, n int) bool {
		first := bits.TrailingZeros(pattern) + 1
		return pattern != 0 && n > first
	})
)

func newEscape(counts func(pattern uint, pips int) bool) *escape {
	var e escape
	for pattern := range uint(len(e)) {
		for x := 1; x <= 6; x++ {
			for y := 1; y <= 6; y++ {
				made := func(d int) bool { return pattern>>(d-1)&1 != 0 }
				if !made(x+y) && !(made(x) && made(y)) && counts(pattern, x+y) {
					e[pattern]++
				}
			}
		}
	}
	return &e
}

// pattern returns the block in front of a runner on its point from, 1 to 25,
// given the points, 1 to 24, that the other side has made. The blocker numbers
// the runner's point 25-from; the point d pips ahead is its 25-from+d.
func pattern(made uint32, from int) uint32 {
	return made >> ((26 - uint(from)) & 31) & (1<<12 - 1)
}

// leastEscapes returns the smallest number of escapes, at most 36, of a runner on one of
// the points 16 to rear, and of a runner on one of the points 16 to 24.
func leastEscapes(made uint32, rear int) (upToRear, upTo24 uint8) {
	const block = 1<<12 - 1
	var least [32]uint8 // minimum over the points from 16 to the index
	least[15] = 36
	least[16] = escapes[made>>10&block]
	least[17] = min(least[16], escapes[made>>9&block])
	least[18] = min(least[17], escapes[made>>8&block])
	least[19] = min(least[18], escapes[made>>7&block])
	least[20] = min(least[19], escapes[made>>6&block])
	least[21] = min(least[20], escapes[made>>5&block])
	least[22] = min(least[21], escapes[made>>4&block])
	least[23] = min(least[22], escapes[made>>3&block])
	least[24] = min(least[23], escapes[made>>2&block])
	least[25] = min(least[24], escapes[made>>1&block])
	return least[max(rear, 15)&31], least[24]
}

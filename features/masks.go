package features

import (
	"encoding/binary"
	"math/bits"

	"gammonlab/board"
)

// points is the set of the points 1 to 24, home of 1 to 6, without the bar.
const (
	points uint32 = 1<<25 - 1<<1
	home   uint32 = 1<<7 - 1<<1
)

// side holds one side's checkers in forms that answer questions about many
// points at once. Sets of points have bit p for point p in the side's own
// numbering, 25 being the bar.
type side struct {
	checkers *board.Side
	counts   packed // on the points
	extra    packed // 2 for each point that holds two or more, 0 for others
	held     uint32 // where there is a checker, bar included
	made     uint32 // where there are two or more, bar included
	pairs    uint32 // of the points 1 to 8, those that hold exactly two
	bar      int    // checkers on the bar
	rear     int    // rearmost checker, 25 on the bar; 1 when all are off
}

// packed holds a small number for each of the points 1 to 24, a byte each, point
// 1 in the lowest byte of the first word.
type packed [3]uint64

const (
	eachByte = 0x0101010101010101
	topBits  = 0x8080808080808080
)

func newSide(s *board.Side) side {
	v := side{checkers: s, bar: int(s[board.Bar])}
	for w := range v.counts {
		c := binary.LittleEndian.Uint64(s[1+8*w:])
		// A count is at most 15, so the sums stay in their bytes.
		twos := (c + (128-2)*eachByte) & topBits
		v.counts[w] = c
		v.extra[w] = twos >> 6
		v.held |= gather((c+(128-1)*eachByte)&topBits) << (1 + 8*w)
		v.made |= gather(twos) << (1 + 8*w)
	}
	v.pairs = v.made &^ (gather((v.counts[0]+(128-3)*eachByte)&topBits) << 1) & (1<<9 - 1)
	v.held |= uint32(min(v.bar, 1)) << board.Bar
	v.made |= uint32(min(v.bar/2, 1)) << board.Bar
	v.rear = bits.Len32(v.held|1<<1) - 1
	return v
}

// gather returns the top bits of the eight bytes as one number of eight bits.
// Each factor brings one byte's bit to its place in the highest byte; no two
// bits meet, so nothing is carried.
func gather(w uint64) uint32 { return uint32(w >> 7 * 0x0102040810204080 >> 56) }

// mirror returns the points of a side as the other side numbers them, without
// the bar: point p becomes 25-p.
func mirror(set uint32) uint32 { return bits.Reverse32(set) >> 6 & points }

// above returns the numbers of the points beyond p, 0 ≤ p ≤ 25; 0 elsewhere.
func (c *packed) above(p int) packed {
	m := &beyond[p]
	return packed{c[0] & m[0], c[1] & m[1], c[2] & m[2]}
}

// beyond has 255 for the points greater than its index.
var beyond = func() (all [26]packed) {
	for p := range all {
		for q := p + 1; q <= 24; q++ {
			all[p][(q-1)/8] |= 0xff << ((q - 1) % 8 * 8)
		}
	}
	return all
}()

// The sums below multiply all bytes of a word by their weights at once: the
// highest byte of the product is the sum. That needs sums under 256, which 15
// checkers cannot pass.

// sum returns the sum of the numbers.
func (c *packed) sum() int { return total(c[0] + c[1] + c[2]) }

// firstMoment returns the sum of (p-1)·c[p].
func (c *packed) firstMoment() int {
	return 8*total(c[1]+2*c[2]) + ranked(c[0]+c[1]+c[2])
}

// secondMoment returns the sum of (p-1)²·c[p]. With p-1 = 8w+k the square is
// 64w² + 16wk + k², and k² = 2·(k-3)(k-4)/2 + 7k - 12 for the sake of weights
// that are small enough.
func (c *packed) secondMoment() int {
	all := c[0] + c[1] + c[2]
	squares := 2*int(all*0x0603010000010306>>56) + 7*ranked(all) - 12*total(all)
	return 64*total(c[1]+4*c[2]) + 16*ranked(c[1]+2*c[2]) + squares
}

// total returns the sum of the bytes.
func total(w uint64) int { return int(w * eachByte >> 56) }

// ranked returns the sum of the bytes, each times its place 0 to 7.
func ranked(w uint64) int { return int(w * 0x0001020304050607 >> 56) }

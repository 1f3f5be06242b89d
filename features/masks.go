package features

import (
	"encoding/binary"
	"math/bits"

	"gammonlab/board"
)

// A set of points has bit p for point p in the numbering of the current side;
// 25 is the bar.
const (
	points    uint32 = 1<<25 - 1<<1 // 1 to 24
	home      uint32 = 1<<7 - 1<<1  // 1 to 6
	onBar     uint32 = 1 << board.Bar
	byteTops         = 0x8080808080808080
	eachByte         = 0x0101010101010101
	checkers1        = (128 - 1) * eachByte // carries a count of 1 to a byte's top bit
	checkers2        = (128 - 2) * eachByte
	checkers3        = (128 - 3) * eachByte
)

// side holds one side's checkers in forms that allow fast computations over many points.
type side struct {
	checkers *board.Side
	counts   packed // on the points
	extra    packed // 2 for each point with two or more checkers, 0 for others
	held     uint32 // places with a checker, bar included
	made     uint32 // points with two or more checkers
	pairs    uint32 // points 1 to 6 with exactly two checkers
	bar      int    // checkers on the bar
	men      int    // checkers on the board, bar included
	moment   int    // sum of p-1 over the checkers on the board; 24 for a checker on the bar
	rear     int    // rearmost checker, 25 on the bar; 1 if all are off
}

// set computes the fields from the side's checkers. v keeps the pointer to s.
func (v *side) set(s *board.Side) {
	c := pack(s)
	v.checkers, v.counts, v.bar = s, c, int(s[board.Bar])
	v.men = c.sum() + v.bar
	v.moment = c.firstMoment() + 24*v.bar
	twos := packed{(c.low + checkers2) & byteTops, (c.mid + checkers2) & byteTops, (c.high + checkers2) & byteTops}
	v.extra = packed{twos.low >> 6, twos.mid >> 6, twos.high >> 6}
	v.held = c.held()
	v.made = twos.gather()
	v.pairs = gather((c.low+checkers3)&byteTops^twos.low) << 1 & home
	if v.bar > 0 {
		v.held |= onBar
	}
	v.rear = rearmost(v.held | 1<<1)
}

// rearmost returns the highest point of a set, 0 if it is empty.
func rearmost(set uint32) int { return bits.Len32(set|1) - 1 }

// mirror converts a set of points, without the bar, to the other side's
// numbering: point p becomes 25-p.
func mirror(set uint32) uint32 { return bits.Reverse32(set) >> 6 & points }

// packed holds a small number for each of the points 1 to 24, a byte each, point
// 1 in the lowest byte.
type packed struct{ low, mid, high uint64 }

// pack returns the checkers of a side on the points.
func pack(s *board.Side) packed {
	return packed{
		binary.LittleEndian.Uint64(s[1:]), binary.LittleEndian.Uint64(s[9:]), binary.LittleEndian.Uint64(s[17:]),
	}
}

// held returns the points whose number is not 0.
func (c packed) held() uint32 {
	return packed{(c.low + checkers1) & byteTops, (c.mid + checkers1) & byteTops, (c.high + checkers1) & byteTops}.gather()
}

// heldPoints returns the points that the side holds, without the bar.
func heldPoints(s *board.Side) uint32 { return pack(s).held() }

// gather returns the set of the points whose bytes have their top bit set. All
// other bits must be 0.
func (c packed) gather() uint32 {
	return gather(c.low)<<1 | gather(c.mid)<<9 | gather(c.high)<<17
}

// gather returns the top bits of the eight bytes as one number of eight bits. Each factor
// of the multiplier moves one byte's bit to its place in the highest byte; no two bits
// have the same place, so there are no carries.
func gather(w uint64) uint32 { return uint32(w >> 7 * 0x0102040810204080 >> 56) }

// above returns the numbers of the points above p, 0 ≤ p ≤ 25, and 0 for the other
// points.
func (c packed) above(p int) packed {
	m := &beyond[p&31]
	return packed{c.low & m.low, c.mid & m.mid, c.high & m.high}
}

// minus subtracts point by point. No difference may be negative.
func (c packed) minus(d packed) packed {
	return packed{c.low - d.low, c.mid - d.mid, c.high - d.high}
}

// beyond has 255 for the points greater than its index. With 32 entries, a masked index
// needs no bounds check.
var beyond = func() (all [32]packed) {
	for p := range all {
		words := [3]uint64{}
		for q := p + 1; q <= 24; q++ {
			words[(q-1)/8] |= 0xff << ((q - 1) % 8 * 8)
		}
		all[p] = packed{words[0], words[1], words[2]}
	}
	return all
}()

// The sums below multiply all bytes of a word by their weights at once: the highest byte
// of the product is the sum. This requires sums below 256, which holds for 15 checkers.

// sum returns the sum of the numbers.
func (c packed) sum() int { return total(c.low + c.mid + c.high) }

// firstMoment returns the sum of (p-1)·c[p].
func (c packed) firstMoment() int {
	return 8*total(c.mid+2*c.high) + ranked(c.low+c.mid+c.high)
}

// secondMoment returns the sum of (p-1)²·c[p]. With p-1 = 8w+k the square is
// 64w² + 16wk + k². The equation k² = 2·(k-3)(k-4)/2 + 7k - 12 keeps the
// weights small enough.
func (c packed) secondMoment() int {
	all := c.low + c.mid + c.high
	squares := 2*int(all*0x0603010000010306>>56) + 7*ranked(all) - 12*total(all)
	return 64*total(c.mid+4*c.high) + 16*ranked(c.mid+2*c.high) + squares
}

// total returns the sum of the bytes.
func total(w uint64) int { return int(w * eachByte >> 56) }

// ranked returns the sum of the bytes, each multiplied by its index 0 to 7.
func ranked(w uint64) int { return int(w * 0x0001020304050607 >> 56) }

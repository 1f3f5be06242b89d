package generate

import (
	"gammonlab/board"
	"gammonlab/engine/bearoff"
	"gammonlab/engine/bearoff/internal/stacks"
)

// hyperBoard is a side in the opponent's numbering of the points.
type hyperBoard struct {
	side    hyperSide
	held    uint32    // bit p: a checker is on point p, 1 to 24
	blocked int       // point held by two or three checkers, 0 for none
	blots   uint32    // bit p: one checker on point p; and hyperNever
	blotAt  [3]uint8  // the points of the blots, else 30, a bit that is in no set
	hit     [8]uint16 // number of the side after the hits of the blots in the index set
	own     uint32    // bit p: a checker on point p of the side's own numbering
}

func newHyperBoards(x *bearoff.Index) []hyperBoard {
	boards := make([]hyperBoard, x.Len())
	for i := range boards {
		x.Unrank(i, boards[i].side[:])
		boards[i].fill(x)
	}
	return boards
}

func (b *hyperBoard) fill(x *bearoff.Index) {
	b.blots, b.blotAt = hyperNever, [3]uint8{30, 30, 30}
	blots := 0
	for point := 1; point < hyperBar; point++ {
		seen := hyperBar - point
		switch b.side[point-1] {
		case 0:
			continue
		case 1:
			b.blots |= 1 << seen
			b.blotAt[blots] = uint8(seen)
			blots++
		default:
			b.blocked = seen
		}
		b.held |= 1 << seen
		b.own |= 1 << point
	}
	for set := range b.hit {
		b.hit[set] = uint16(x.Rank(b.afterHits(set, blots)))
	}
}

// afterHits returns the side with the blots in the set on the bar.
func (b *hyperBoard) afterHits(set, blots int) []uint8 {
	side := b.side
	for i := range blots {
		if set>>i&1 != 0 {
			side[hyperBar-b.blotAt[i]-1] = 0
			side[hyperBar-1]++
		}
	}
	return side[:]
}

// afterLanding returns the number of the side after an opponent has landed on
// the points.
func (b *hyperBoard) afterLanding(points uint32) uint32 {
	set := points>>(b.blotAt[0]&31)&1 |
		points>>(b.blotAt[1]&31)&1<<1 |
		points>>(b.blotAt[2]&31)&1<<2
	return uint32(b.hit[set])
}

// hyperClass is the class of a record.
type hyperClass uint8

const (
	hyperIllegal hyperClass = iota // a point is held by both sides
	hyperOver
	hyperRace
	hyperContact
)

// hyperClassOf returns the class of the record of two sides.
func hyperClassOf(own, opp *hyperBoard) hyperClass {
	switch {
	case own.own&opp.held != 0:
		return hyperIllegal
	case own.side == hyperSide{} || opp.side == hyperSide{}:
		return hyperOver
	case own.side.rearmost()+opp.side.rearmost() < hyperBar:
		return hyperRace
	}
	return hyperContact
}

// rearmost returns the highest point with a checker, 0 for none.
func (s *hyperSide) rearmost() int {
	for point := hyperBar; point > 0; point-- {
		if s[point-1] > 0 {
			return point
		}
	}
	return 0
}

// lossValue returns the points that the side loses when the opponent has borne
// off all checkers; it is a gammon if all checkers of the start are still on
// the board.
func (s *hyperSide) lossValue(checkers int) int {
	var side board.Side
	left := 0
	for i, c := range s {
		side[i+1] = c
		left += int(c)
	}
	switch {
	case left < checkers:
		return 1
	case side.Rearmost() >= hyperBar-stacks.HomePoints: // in the opponent's home board
		return 3
	}
	return 2
}

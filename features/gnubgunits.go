package features

import (
	"math/bits"

	"gammonlab/board"
)

// The hand-crafted units of gnubg's contact and crashed nets. A block has 25 of
// them for one side, in that side's numbering of the points.
const (
	unitOff1 = iota
	unitOff2
	unitOff3
	unitBreakContact
	unitBackChecker
	unitBackAnchor
	unitForwardAnchor
	unitPipLoss
	unitHits1
	unitHits2
	unitBackEscapes
	unitBackContain
	unitBackContain2
	unitContain
	unitContain2
	unitMobility
	unitMoment
	unitEnter
	unitEnter2
	unitTiming
	unitBackbone
	unitBackgame2
	unitBackgame1
	unitFreePips
	unitBackRestricted
	gnubgUnits
)

// unitBlock holds the hand-crafted units of one side.
type unitBlock [gnubgUnits]float32

// gnubg's program multiplies by the rounded reciprocals of these constants. Division
// would give results that differ by at most the last bit; only the products are equal to
// gnubg's bit by bit.
const (
	per3    float32 = 1.0 / 3
	per5    float32 = 1.0 / 5
	per6    float32 = 1.0 / 6
	per10   float32 = 1.0 / 10
	per24   float32 = 1.0 / 24
	per36   float32 = 1.0 / 36
	per100  float32 = 1.0 / 100
	per167  float32 = 1.0 / 167
	per294  float32 = 1.0 / 294
	per400  float32 = 1.0 / 400
	per432  float32 = 1.0 / 432
	per3600 float32 = 1.0 / 3600
)

// fill sets all units except those of the checkers off.
func (u *unitBlock) fill(self, other *side, version int) {
	u.contact(self, other)
	u.anchors(self)
	u.shots(self, other, version)
	u.containment(self, other)
	u.mobility(self, other)
	u[unitMoment] = float32(moment(self)) * per400
	u.entering(self, other)
	u[unitTiming] = float32(timing(self, other)) * per100
	u[unitBackbone] = backbone(self)
	u.backgame(self)
}

// contact sets the units for the distance until the sides have passed each other.
func (u *unitBlock) contact(self, other *side) {
	l := board.Bar - other.rear
	ahead := self.counts.above(l)
	n := ahead.sum() + self.bar
	pips := ahead.firstMoment() + 24*self.bar + n
	u[unitBreakContact] = float32(pips-(l-1)*n) * per167
	passed := self.moment + self.men - pips - l*int(self.checkers[l])
	u[unitFreePips] = float32(passed) * per100
}

// anchors sets the units for the rearmost checker, the rearmost point and the
// best anchor.
func (u *unitBlock) anchors(self *side) {
	u[unitBackChecker] = float32(self.rear-1) * per24
	u[unitBackAnchor] = float32(rearmost(self.made)-1) * per24
	anchor := self.made >> 13 & 63
	if in := self.made >> 19 & 63; in != 0 {
		anchor = 64 + in
	}
	u[unitForwardAnchor] = forwardAnchor[anchor&127]
}

// forwardAnchor returns the distance of the best anchor from the 25 point. The index is
// 64 plus the set of made points 19 to 24, of which the lowest counts, or the set of made
// points 13 to 18, of which the highest counts.
var forwardAnchor = func() (all [128]float32) {
	for set := range uint32(64) {
		all[set] = float32(board.Bar-13-rearmost(set)) * per6
		all[64+set] = float32(board.Bar-19-bits.TrailingZeros32(set)) * per6
	}
	all[0] = 2 // no anchor
	return all
}()

func (u *unitBlock) shots(self, other *side, version int) {
	s := countShots(self, other, version)
	u[unitPipLoss] = float32(s.pips) * per432
	u[unitHits1] = float32(s.one) * per36
	u[unitHits2] = float32(s.two) * per36
}

// containment sets the units that measure how well self's points contain the
// other side's checkers.
func (u *unitBlock) containment(self, other *side) {
	block := pattern(self.made, other.rear)
	u[unitBackEscapes] = float32(escapes[block]) * per36
	u[unitBackRestricted] = float32(pastFirst[block]) * per36
	upToRear, upTo24 := leastEscapes(self.made, other.rear)
	back := float32(36-int(upToRear)) * per36
	u[unitBackContain] = back
	u[unitBackContain2] = back * back
	anywhere := float32(36-int(upTo24)) * per36
	u[unitContain] = anywhere
	u[unitContain2] = anywhere * anywhere
}

// mobility sets the unit for the escapes of self's checkers outside home, weighted by
// their distance from home in pips.
func (u *unitBlock) mobility(self, other *side) {
	sum := 0
	for set := self.held >> 7 << 7; set != 0; set &= set - 1 {
		p := bits.TrailingZeros32(set)
		sum += (p - 6) * int(self.checkers[p]) * int(escapes[pattern(other.made, p)])
	}
	u[unitMobility] = float32(sum) * per3600
}

// backgame distinguishes a back game, with two or more anchors, from a holding
// game.
func (u *unitBlock) backgame(s *side) {
	u[unitBackgame2], u[unitBackgame1] = 0, 0
	men := total(s.counts.high>>16) + s.bar // on the points 19 to 24 and the bar
	switch anchors := s.made >> 19 & 63; {
	case anchors&(anchors-1) != 0:
		u[unitBackgame2] = float32(men-3) / 4
	case anchors != 0:
		u[unitBackgame1] = float32(men) / 8
	}
}

package features

import (
	"math/bits"

	"gammonlab/board"
)

// The hand-crafted units of gnubg's contact and crashed nets. A block of 25 of
// them looks at the position from one side, in its own numbering of the points.
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

// gnubg as it is shipped multiplies by the rounded reciprocals of these
// constants; a division differs in the last bit at most. Its results are only
// met bit by bit with the products.
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

// fill sets all units but those of the men off.
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

// contact tells how far there is to go until the sides have passed each other.
func (u *unitBlock) contact(self, other *side) {
	l := board.Bar - other.rear
	ahead := self.counts.above(l)
	n := ahead.sum() + self.bar
	pips := ahead.firstMoment() + ahead.sum() + board.Bar*self.bar
	u[unitBreakContact] = float32(pips-(l-1)*n) * per167
	all := self.counts.firstMoment() + self.counts.sum() + board.Bar*self.bar
	u[unitFreePips] = float32(all-pips-l*int(self.checkers[l])) * per100
}

// anchors says where the rearmost checker and point and the best anchor are.
func (u *unitBlock) anchors(self *side) {
	u[unitBackChecker] = float32(self.rear-1) * per24
	u[unitBackAnchor] = float32(rearmost(self.made)-1) * per24
	u[unitForwardAnchor] = 2
	if in := self.made >> 19 & 0x3f; in != 0 { // the points 19 to 24
		u[unitForwardAnchor] = float32(board.Bar-19-bits.TrailingZeros32(in)) * per6
	} else if out := self.made >> 13 & 0x3f; out != 0 { // 13 to 18
		u[unitForwardAnchor] = float32(board.Bar-13-rearmost(out)) * per6
	}
}

func (u *unitBlock) shots(self, other *side, version int) {
	s := countShots(self, other, version)
	u[unitPipLoss] = float32(s.pips) * per432
	u[unitHits1] = float32(s.one) * per36
	u[unitHits2] = float32(s.two) * per36
}

// containment tells how well self's points hold the other side's checkers.
func (u *unitBlock) containment(self, other *side) {
	block := pattern(self.made, other.rear)
	u[unitBackEscapes] = float32(escapes[block]) * per36
	u[unitBackRestricted] = float32(pastFirst[block]) * per36
	upToRear, upTo24 := leastEscapes(self.made, other.rear)
	back := float32(36-upToRear) * per36
	u[unitBackContain] = back
	u[unitBackContain2] = back * back
	anywhere := float32(36-upTo24) * per36
	u[unitContain] = anywhere
	u[unitContain2] = anywhere * anywhere
}

// mobility weighs the escapes of self's checkers outside home by the pips that
// they are from it.
func (u *unitBlock) mobility(self, other *side) {
	sum := 0
	for set := self.held >> 7 << 7; set != 0; set &= set - 1 {
		p := bits.TrailingZeros32(set)
		sum += (p - 6) * int(self.checkers[p]) * int(escapes[pattern(other.made, p)])
	}
	u[unitMobility] = float32(sum) * per3600
}

// moment returns the mean square of the distances from the mean point of the
// checkers behind it, mean point and result rounded up.
func moment(s *side) int {
	n := s.counts.sum() + s.bar
	if n == 0 {
		return 0
	}
	mean := ceilDiv(s.counts.firstMoment()+24*s.bar, n) // less 1, as are the moments
	behind := s.counts.above(mean + 1)
	n = behind.sum()
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

// ceilDiv returns a/b rounded up, of numbers that are not negative.
func ceilDiv(a, b int) int { return int(uint32(a+b-1) / uint32(b)) }

// entering tells how hard it is to come in from the bar.
func (u *unitBlock) entering(self, other *side) {
	closed := other.made & home >> 1
	u[unitEnter] = 0
	if self.bar > 0 {
		u[unitEnter] = enterLoss[min(self.bar-1, 1)][closed]
	}
	open := 6 - bits.OnesCount32(closed)
	u[unitEnter2] = float32(36-open*open) * per36
}

// enterLoss is the average loss of pips on the bar, by the set of closed points
// less one, for one checker there and for more.
var enterLoss = func() (all [2][64]float32) {
	for more := range all {
		for set := range all[more] {
			all[more][set] = float32(pipsNotEntered(uint32(set), more)) * per294
		}
	}
	return all
}()

func pipsNotEntered(set uint32, more int) int {
	closed := func(die int) bool { return set>>(die-1)&1 != 0 }
	loss := 0
	for hi := 1; hi <= 6; hi++ {
		if closed(hi) {
			loss += 4 * hi
		}
		for lo := 1; lo < hi; lo++ {
			switch {
			case closed(lo) && closed(hi):
				loss += 2 * (lo + hi)
			case closed(lo):
				loss += 2 * lo * more
			case closed(hi):
				loss += 2 * hi * more
			}
		}
	}
	return loss
}

// timing returns the pips that self can play before it must break its home
// points or, as long as they are behind the other side's rearmost checker, the
// two checkers of other points.
func timing(self, other *side) int {
	reserve := max(board.Bar-other.rear, 12) // behind it, only spare checkers count
	outside := self.counts.above(6)
	outside = outside.minus(self.extra.above(reserve))
	spare := outside.sum() + self.bar
	pips := outside.firstMoment() + 24*self.bar
	for p := 6; p >= 1; p-- {
		// What a point has beyond two is spare, what it lacks is made up if there
		// are spares enough.
		d := int(self.checkers[p]) - 2
		if spare+d >= 0 {
			spare += d
			pips += (p - 1) * d
		}
	}
	return pips
}

// backbone measures how badly self's points connect to its rearmost one.
func backbone(s *side) float32 {
	spine := s.made &^ (1 << 1)
	back := rearmost(spine)
	others := bits.OnesCount32(spine) - 1
	if others <= 0 {
		return 0
	}
	links := 0
	for set := spine &^ (1 << back); set != 0; set &= set - 1 {
		links += link(back - bits.TrailingZeros32(set))
	}
	return 1 - float32(links)/float32(11*others)
}

// link weighs how well two points d pips apart support each other.
func link(d int) int {
	switch {
	case d <= 6:
		return 11
	case d <= 11:
		return 13 - d
	}
	return 0
}

// backgame tells a back game, with two anchors or more, from a holding game.
func (u *unitBlock) backgame(s *side) {
	u[unitBackgame2], u[unitBackgame1] = 0, 0
	men := total(s.counts.high>>16) + s.bar // on the points 19 to 24 and the bar
	switch anchors := bits.OnesCount32(s.made >> 19 & 0x3f); {
	case anchors >= 2:
		u[unitBackgame2] = float32(men-3) / 4
	case anchors == 1:
		u[unitBackgame1] = float32(men) / 8
	}
}

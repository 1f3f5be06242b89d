package features

import (
	"math/bits"

	"gammonlab/board"
)

// shots sums up the hits of one side over the 36 throws of two dice.
type shots struct {
	pips int // pips that the other side loses in the costliest hit, summed over the throws
	one  int // throws that hit at least one checker
	two  int // throws that hit at least two checkers
}

// countShots counts the shots of a side. Blots on the side's two lowest points are worth
// hitting only if it has at least three home points: points that it has made in version 2
// of the set, points that it holds in version 1.
func countShots(self, other *side, version int) shots {
	strength := self.held
	if version >= 2 {
		strength = self.made
	}
	blots := mirror(other.held &^ other.made)
	targets := blots & (1<<(self.rear&31) - 1) // without blots that every checker has passed
	if bits.OnesCount32(strength&home) < 3 {
		targets &^= 1<<1 | 1<<2
	}
	a := aim{
		hitters: self.held &^ self.pairs & points, // two checkers on a home point stay there and do not hit
		targets: targets,
		blots:   blots,
		blocked: mirror(other.made),
	}
	switch {
	case targets == 0:
		return shots{}
	case self.bar == 0:
		return a.fromBoard(self.made)
	case self.bar == 1:
		return a.withOneOnBar(other)
	}
	return withMoreOnBar[mirror(targets)&home>>1]
}

// aim holds the possible hitters and targets, in the numbering of the side that
// hits.
type aim struct {
	hitters uint32 // points on the board with a checker that may hit
	targets uint32 // blots worth hitting
	blots   uint32 // all blots
	blocked uint32 // points that the other side has made
}

// ways is a set of ways to hit a target.
type ways struct {
	steps  stepSet  // single dice, and several steps of doubles
	joined throwSet // two different dice played by one checker
}

// ways returns the ways in which checkers on the given points hit the target.
// If one checker plays two different dice, one of them must land on an open
// point; all steps of a double must be open.
func (a *aim) ways(hitters uint32, target int) ways {
	from := hitters >> (target & 31)
	blocked := a.blocked >> (target & 31)
	return ways{
		steps:  stepsTo(from) &^ stepsPast(blocked),
		joined: bySum[from>>3&511] &^ ofDice[blocked>>1&63],
	}
}

// throws returns the throws that hit.
func (w ways) throws() throwSet { return withDie[w.steps.dice()] | w.steps.doubles() | w.joined }

// picking returns the throws that also hit a blot on the way. Bit p of the set is a blot
// p pips from the start of the ways, or from their end, because intermediate stops are
// symmetric.
func (w ways) picking(blots uint32) throwSet {
	return (w.steps & stepsPast(blots)).doubles() | w.joined&withDie[blots>>1&63]
}

// without returns the ways that are not in others.
func (w ways) without(others ways) ways {
	return ways{w.steps &^ others.steps, w.joined &^ others.joined}
}

// with returns the union of the ways and others.
func (w ways) with(others ways) ways {
	return ways{w.steps | others.steps, w.joined | others.joined}
}

// fromBoard counts the shots of a side without checkers on the bar. It takes the targets
// in order, the costliest first. A way that hits several targets counts only for the
// costliest one, which its rearmost hitter hits.
func (a *aim) fromBoard(made uint32) (s shots) {
	var one, two throwSet
	var seen ways
	var from, again uint32 // points of hitters with single dice; points with more than one die
	for targets := a.targets; targets != 0; {
		target := rearmost(targets)
		targets ^= 1 << (target & 31)
		w := a.ways(a.hitters, target)
		two |= throwSet(w.steps.dice() & seen.steps.dice()) // two checkers of a double
		w = w.without(seen)
		two |= w.picking(a.blots >> (target & 31))
		throws := w.throws()
		s.pips += target * (throws &^ one).count()
		one |= throws
		hitters := uint32(w.steps.dice()) << ((target + 1) & 31)
		again |= hitters & from
		from |= hitters
		seen = seen.with(w)
	}
	both := ofDice[seen.steps.dice()]
	for lone := again &^ made; lone != 0; lone &= lone - 1 {
		both &^= ofDice[a.diceOf(rearmost(lone&-lone))]
	}
	s.one, s.two = one.count(), (two | both).count()
	return s
}

// diceOf returns the dice whose rearmost hitter is on the point.
func (a *aim) diceOf(point int) (dice diceSet) {
	for d := 1; d <= 6; d++ {
		if rearmost(a.hitters&(a.targets<<d)) == point {
			dice |= 1 << (d - 1)
		}
	}
	return dice
}

// withOneOnBar counts the shots of a side with one checker on the bar. It hits from the
// bar, or with one die from another place if the other die enters.
func (a *aim) withOneOnBar(other *side) (s shots) {
	field := a.fieldThrows(other.made)
	var one, two, entering throwSet
	var seen, direct diceSet
	for targets := a.targets; targets != 0; {
		target := rearmost(targets)
		targets ^= 1 << (target & 31)
		w := a.ways(onBar, target)
		// gnubg looks for a blot to hit on the way two points beyond the stops. Its nets
		// were trained with these values.
		two |= w.picking((other.held &^ other.made) >> 2)
		throws := w.throws()
		entering |= withDie[w.steps.dice()]
		direct |= w.steps.dice()
		fresh := diceSet(a.hitters>>((target+1)&31)) & dieNumbers &^ seen
		seen |= fresh
		for ; fresh != 0; fresh &= fresh - 1 {
			throws |= field[bits.TrailingZeros32(uint32(fresh))&7]
		}
		s.pips += target * (throws &^ one).count()
		one |= throws
	}
	two |= ofDice[direct] | entering&(field[0]|field[1]|field[2]|field[3]|field[4]|field[5])
	s.one, s.two = one.count(), two.count()
	return s
}

// fieldThrows returns, for each die, index die-1, the throws in which the die hits from
// the board while the other die enters the one checker on the bar. made are the points
// that the other side has made, in its own numbering. If both dice could hit, the smaller
// one hits.
func (a *aim) fieldThrows(made uint32) (field [8]throwSet) {
	hitting := uint32(0) // pips
	for targets := a.targets; targets != 0; targets &= targets - 1 {
		hitting |= a.hitters >> (bits.TrailingZeros32(targets) & 31)
	}
	open := ^diceSet(made>>1) & dieNumbers
	used := throwSet(0)
	for dice := diceSet(hitting>>1) & dieNumbers; dice != 0; dice &= dice - 1 {
		d := bits.TrailingZeros32(uint32(dice)) & 7
		die := diceSet(1) << d
		throws := withDie[die] & withDie[open&^die] &^ used
		// gnubg requires that the double step is open, not the single step.
		throws |= throwSet(die) &^ throwSet(made>>(2*d+2)<<d)
		field[d] = throws
		used |= throws
	}
	return field
}

// withMoreOnBar has the shots of a side with two or more checkers on the bar, which hits
// only from the bar with single dice. The index is the set of the dice that hit.
var withMoreOnBar = func() (all [1 << 6]shots) {
	for set := range all {
		var one throwSet
		for d := 1; d <= 6; d++ { // the lowest die hits the costliest checker
			if set>>(d-1)&1 != 0 {
				throws := withDie[1<<(d-1)]
				all[set].pips += (board.Bar - d) * (throws &^ one).count()
				one |= throws
			}
		}
		all[set].one, all[set].two = one.count(), ofDice[set].count()
	}
	return all
}()

package features

import "math/bits"

// diceSet is a set of dice: bit d-1 is set for the number d.
type diceSet uint32

// dieNumbers has the bits of all six dice.
const dieNumbers diceSet = 1<<6 - 1

// throwSet is a set of the 36 throws of two dice. Doubles of d have bit d-1;
// two different dice have two of the 30 bits above.
type throwSet uint64

// count returns the number of throws in the set.
func (t throwSet) count() int { return bits.OnesCount64(uint64(t)) }

var (
	// withDie has the throws with at least one die of a set.
	withDie = throwsByDice(func(set, lo, hi int) bool { return set>>(lo-1)&1 != 0 || set>>(hi-1)&1 != 0 })

	// ofDice has the throws of two different dice, both of a set.
	ofDice = throwsByDice(func(set, lo, hi int) bool { return lo != hi && set>>(lo-1)&1 != 0 && set>>(hi-1)&1 != 0 })

	// bySum has the throws of two different dice whose sum is in a set; bit 0 of
	// the set is the sum 3, the last one 11.
	bySum = func() (all [1 << 9]throwSet) {
		for sums := range all {
			all[sums] = throwsWhere(func(lo, hi int) bool { return lo != hi && sums>>(lo+hi-3)&1 != 0 })
		}
		return all
	}()
)

func throwsByDice(in func(set, lo, hi int) bool) (all [1 << 6]throwSet) {
	for set := range all {
		all[set] = throwsWhere(func(lo, hi int) bool { return in(set, lo, hi) })
	}
	return all
}

// throwsWhere returns the set of throws for which in returns true.
func throwsWhere(in func(lo, hi int) bool) (set throwSet) {
	next := 6 // the bit of the next throw with different dice
	for hi := 1; hi <= 6; hi++ {
		for lo := 1; lo < hi; lo++ {
			if in(lo, hi) {
				set |= 3 << next
			}
			next += 2
		}
		if in(hi, hi) {
			set |= 1 << (hi - 1)
		}
	}
	return set
}

// stepSet is a set of ways to move with doubles: bit 6(n-1)+d-1 stands for n
// steps of d pips, n from 1 to 4.
type stepSet uint32

// stepsTo returns the ways that end on one of the places; bit p is the place p
// pips away.
func stepsTo(places uint32) stepSet {
	return stepsTo1[places>>1&63] | stepsTo7[places>>7&63] | stepsTo13[places>>13&63] | stepsTo19[places>>19&63]
}

// stepsPast returns the ways that stop on one of the places and continue.
func stepsPast(places uint32) stepSet {
	return stepsPast1[places>>1&63] | stepsPast7[places>>7&63] | stepsPast13[places>>13&63]
}

// Ways to and past a set of six places. The name has the distance of the first place.
var (
	stepsTo1    = newStepsTo(1)
	stepsTo7    = newStepsTo(7)
	stepsTo13   = newStepsTo(13)
	stepsTo19   = newStepsTo(19)
	stepsPast1  = newStepsPast(&stepsTo1)
	stepsPast7  = newStepsPast(&stepsTo7)
	stepsPast13 = newStepsPast(&stepsTo13)
)

func newStepsTo(first int) (all [1 << 6]stepSet) {
	for set := range all {
		for n := 1; n <= 4; n++ {
			for d := 1; d <= 6; d++ {
				if place := n*d - first; place >= 0 && place < 6 && set>>place&1 != 0 {
					all[set] |= 1 << (6*(n-1) + d - 1)
				}
			}
		}
	}
	return all
}

func newStepsPast(to *[1 << 6]stepSet) (all [1 << 6]stepSet) {
	for set, s := range to {
		all[set] = (s<<6 | s<<12 | s<<18) & (1<<24 - 1) // the next steps of the same die
	}
	return all
}

// dice returns the dice of one-step ways.
func (s stepSet) dice() diceSet { return diceSet(s) & dieNumbers }

// doubles returns the doubles that at least one of the ways uses.
func (s stepSet) doubles() throwSet {
	return throwSet(s|s>>6|s>>12|s>>18) & throwSet(dieNumbers)
}

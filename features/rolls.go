package features

import "math/bits"

// diceSet is a set of dice: bit d-1 is set for the number d.
type diceSet uint32

// dieNumbers has the bits of all six.
const dieNumbers diceSet = 1<<6 - 1

// rollSet is a set of the 21 rolls. The double of d has bit d-1; the rolls of two
// different dice have the 15 bits after those of the doubles.
type rollSet uint32

// throws returns how many of the 36 throws of two dice make one of the rolls.
func (r rollSet) throws() int {
	return 2*bits.OnesCount32(uint32(r)) - bits.OnesCount32(uint32(r)&uint32(dieNumbers))
}

var (
	// withDie has the rolls with at least one die of a set.
	withDie = rollsByDice(func(set, lo, hi int) bool { return set>>(lo-1)&1 != 0 || set>>(hi-1)&1 != 0 })

	// ofDice has the rolls of two different dice, both of a set.
	ofDice = rollsByDice(func(set, lo, hi int) bool { return lo != hi && set>>(lo-1)&1 != 0 && set>>(hi-1)&1 != 0 })

	// bySum has the rolls of two different dice whose sum is in a set; bit 0 of it
	// is the sum 3, the last one 11.
	bySum = func() (all [1 << 9]rollSet) {
		for sums := range all {
			all[sums] = rollsWhere(func(lo, hi int) bool { return lo != hi && sums>>(lo+hi-3)&1 != 0 })
		}
		return all
	}()
)

func rollsByDice(in func(set, lo, hi int) bool) (all [1 << 6]rollSet) {
	for set := range all {
		all[set] = rollsWhere(func(lo, hi int) bool { return in(set, lo, hi) })
	}
	return all
}

// rollsWhere returns the rolls that the function accepts.
func rollsWhere(in func(lo, hi int) bool) (set rollSet) {
	pair := 6 // the bit of the next roll of two different dice
	for hi := 1; hi <= 6; hi++ {
		for lo := 1; lo < hi; lo++ {
			if in(lo, hi) {
				set |= 1 << pair
			}
			pair++
		}
		if in(hi, hi) {
			set |= 1 << (hi - 1)
		}
	}
	return set
}

// stepSet is a set of ways to go with a double: bit 6(n-1)+d-1 stands for n steps
// of d pips, n from 1 to 4.
type stepSet uint32

// stepsTo returns the ways that end on one of a set of places, bit p of which is
// the place p pips away.
func stepsTo(places uint32) stepSet {
	return stepsTo1[places>>1&63] | stepsTo7[places>>7&63] | stepsTo13[places>>13&63] | stepsTo19[places>>19&63]
}

// Ways to a set of six places, the first of which is so many pips away.
var (
	stepsTo1  = newStepsTo(1)
	stepsTo7  = newStepsTo(7)
	stepsTo13 = newStepsTo(13)
	stepsTo19 = newStepsTo(19)
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

// beyond returns the ways that go on where the given ones end.
func (s stepSet) beyond() stepSet { return s<<6 | s<<12 | s<<18 }

// dice returns the dice of one-step ways.
func (s stepSet) dice() diceSet { return diceSet(s) & dieNumbers }

// doubles returns the doubles that one of the ways needs.
func (s stepSet) doubles() rollSet {
	return rollSet(s|s>>6|s>>12|s>>18) & rollSet(dieNumbers)
}

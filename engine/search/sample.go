package search

import (
	"gammonlab/board"
	"gammonlab/engine"
)

// throws is the number of throws of two dice.
const throws = 36

// SetThrows makes [Chooser.Evaluate] and [Chooser.EvaluateRoll] cheaper. The evaluator values the
// best plays of n of the 36 throws only, 1 to 36, and the pruning nets those of all rolls; the
// result is the mean of the pruning nets' values, corrected by the mean difference between the
// two in the sample. Its error is 0 on average, and small, because the pruning nets take away most of the
// difference between rolls (they are a control variate). The throws of a sample are 36/n apart, in the
// order 11, 12, …, 16, 21, …, 66, and begin with the roll that will be played, or with one that depends on the
// position. So equal positions have equal results. Rolls with a single play, and those whose plays the
// pruning nets do not rank, are always valued by the evaluator. 0 values all throws. SetThrows has no effect
// on a chooser that does not prune.
func (c *Chooser) SetThrows(n int) { c.sample.throws = n }

// sample is the throws that the evaluator values.
type sample struct {
	throws int // number; 0 for all
	on     bool
	count  [rolls]int // of throws in the sample, by roll
	known  [rolls]engine.Guess
}

// draw draws the sample for a position in which the roll of an index will be played, if any.
func (s *sample) draw(pos *board.Position, played int) {
	hash := pos.Hash()
	first := int(hash>>8) % throws // the number of a throw is 6 times its first die plus its second one, each from 0
	if played != noRoll {
		roll := board.Rolls[played]
		one, two := int(roll[0])-1, int(roll[1])-1
		if hash&1 == 1 {
			one, two = two, one
		}
		first = 6*one + two
	}
	clear(s.count[:])
	for k := range s.throws {
		n := (first + k*throws/s.throws) % throws
		s.count[board.Roll{uint8(n/6 + 1), uint8(n%6 + 1)}.Index()]++
	}
}

// guesses reports whether the pruning nets value a roll, if the sample is in use.
func (s *sample) guesses(roll int) bool { return s.on && s.known[roll].Known }

// leaveOut removes the plays of rolls that are not in the sample and have been valued by the pruning nets.
func (c *Chooser) leaveOut() {
	r, kept, from := &c.found, 0, 0
	copy(c.sample.known[:], r.Guesses)
	for i, end := range r.Ends {
		if c.sample.count[i] > 0 || !c.sample.known[i].Known {
			kept += copy(r.Numbers[kept:], r.Numbers[from:end])
		}
		from, r.Ends[i] = end, kept
	}
	r.Numbers = r.Numbers[:kept]
}

// weighGuess adds the value of a roll by the pruning nets, and if it is in the sample its part of the
// correction.
func (c *Chooser) weighGuess(sum *[engine.Outputs]float64, roll int) {
	by := &c.sample.known[roll].Probabilities
	of := float64(c.sample.count[roll]) * throws / float64(c.sample.throws)
	weigh(sum, by, float64(board.Rolls[roll].Ways())-of)
	if of > 0 {
		weigh(sum, &c.answers[c.turns[roll].best], of)
	}
}

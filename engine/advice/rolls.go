package advice

import (
	"slices"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/pubeval"
)

// Precision is the number of plays that are evaluated to find the best play of
// a roll.
type Precision uint8

// The precisions. With gnubg's nets the best play is among those of Quick in 11
// of 12 decisions, and the variance of rollout trials is not larger.
const (
	Full  Precision = iota // all of them
	Quick                  // the six that pubeval ranks best
)

// quickPlays is the number of plays of a roll that Quick evaluates.
const quickPlays = 6

// Rolls finds the best plays of all rolls in a position, without look-ahead.
// The zero value is ready for use. It is not safe for concurrent use and does
// not allocate after its first calls.
type Rolls struct {
	// By the index of a roll in [board.Rolls]:
	Choices [len(board.Rolls)]int                  // index in Plays of the best play; -1 if there is none
	Chances [len(board.Rolls)]engine.Probabilities // of the player, after the play or after passing

	Plays   []board.Play // evaluated plays, roll by roll
	Partial uint32       // bit i: not all plays of roll i were evaluated

	gen    board.Generator
	ends   [len(board.Rolls)]int
	passed [1]board.Position // after passing
	answer [1]engine.Probabilities
}

// Find finds the best plays with the evaluator, by the score or, if it is nil,
// by the cubeless equity.
func (r *Rolls) Find(static *engine.Full, pos *board.Position, precision Precision, score engine.Scores) {
	r.Plays, r.Partial = r.Plays[:0], 0
	for i, roll := range board.Rolls {
		r.Choices[i] = -1
		plays := r.gen.Plays(pos, roll)
		if precision == Quick && len(plays) > quickPlays {
			r.Plays = pubeval.Prefilter(r.Plays, pos, plays, quickPlays)
			r.Partial |= 1 << i
		} else {
			r.Plays = append(r.Plays, plays...)
		}
		r.ends[i] = len(r.Plays)
	}
	r.passed[0], r.answer[0] = pos.Swap(), engine.Probabilities{}
	if len(r.Plays) > 0 {
		static.BestOfEach(r.Choices[:], r.Chances[:], pos, r.Plays, r.ends[:], score)
	}
	if !slices.Contains(r.Choices[:], -1) {
		return
	}
	if len(r.Plays) > 0 { // otherwise every roll has the same value, and no luck
		static.Evaluate(r.answer[:], r.passed[:])
	}
	for i, choice := range r.Choices {
		if choice < 0 {
			r.Chances[i] = r.answer[0].Swap()
		}
	}
}

// Result returns the position after the best play of the roll with index i, or
// after passing if there is none. The next Find overwrites it.
func (r *Rolls) Result(i int) *board.Position {
	if r.Choices[i] < 0 {
		return &r.passed[0]
	}
	return &r.Plays[r.Choices[i]].Result
}

// Mean returns the mean of a value over all rolls, by their index in
// [board.Rolls], or only over those that are not doubles, as at the start of a
// game.
func Mean(noDoubles bool, value func(i int) float64) float64 {
	var sum, ways float64
	for i, roll := range board.Rolls {
		if noDoubles && roll.Double() {
			continue
		}
		n := float64(roll.Ways())
		sum, ways = sum+n*value(i), ways+n
	}
	return sum / ways
}

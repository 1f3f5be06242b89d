package advice

import (
	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/pubeval"
)

// Glanced is how many plays of a roll are left by a glance. With gnubg's nets the
// best play is among them in 11 of 12 decisions, and the variance of the trial of
// a rollout is no greater than if all were left.
const Glanced = 6

// Rolls are the best plays of all rolls in a position, without looking ahead. The
// zero value is ready; it serves one goroutine and allocates nothing in use.
type Rolls struct {
	// By the index of a roll in [board.Rolls]:
	Choices [len(board.Rolls)]int                  // of the best play among Plays; -1 if there is none
	Chances [len(board.Rolls)]engine.Probabilities // of the player, after it

	Plays   []board.Play // that were seen, roll by roll
	Partial uint32       // bit i: of roll i not all plays were seen

	gen  board.Generator
	ends [len(board.Rolls)]int
}

// Find looks for the plays with the evaluator, by the score or, if that is nil,
// the cubeless equity. With quick it sees no more than [Glanced] plays of a roll.
func (r *Rolls) Find(static *engine.Full, pos *board.Position, quick bool, score engine.Score) {
	r.Plays, r.Partial = r.Plays[:0], 0
	for i, roll := range board.Rolls {
		r.Choices[i] = -1
		plays := r.gen.Plays(pos, roll)
		if quick && len(plays) > Glanced {
			r.Plays = pubeval.Prefilter(r.Plays, pos, plays, Glanced)
			r.Partial |= 1 << i
		} else {
			r.Plays = append(r.Plays, plays...)
		}
		r.ends[i] = len(r.Plays)
	}
	if len(r.Plays) > 0 {
		static.BestOfEach(r.Choices[:], r.Chances[:], pos, r.Plays, r.ends[:], score)
	}
}

// Result returns the position after the best play of the roll of the index, or
// after passing if there is none.
func (r *Rolls) Result(i int, pos *board.Position) board.Position {
	if r.Choices[i] < 0 {
		return pos.Swap()
	}
	return r.Plays[r.Choices[i]].Result
}

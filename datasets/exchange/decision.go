package exchange

import (
	"math"

	"gammonlab/board"
	"gammonlab/engine"
)

// Decision is a roll to be played, with plays that are known to be good or not
// so good. It is a line of a benchmark file, too.
type Decision struct {
	Position board.Position // seen by the player who has the roll
	Roll     board.Roll
	Moves    []Move  // at least one, the best first
	Equity   float64 // money equity of the best play, for the player who makes it
}

// Move is a play of a decision, by the position that it leads to.
type Move struct {
	Result board.Position // seen by the opponent, who is then on roll
	Loss   float64        // what the play loses, in points; 0 for the best

	// Rolled tells that the result was rolled out; the other losses are of a
	// search. Probabilities are the rollout's, for the opponent.
	Rolled        bool
	Probabilities engine.Probabilities
}

// Interesting reports whether it matters how the roll is played: not when all
// plays were rolled out and came to the same.
func (d *Decision) Interesting() bool {
	for i := range d.Moves {
		if !d.Moves[i].Rolled || d.Moves[i].Probabilities != d.Moves[0].Probabilities {
			return true
		}
	}
	return false
}

// Loss returns what is given away by the play that leads to the position, which
// is seen by the opponent. A play that is not listed counts as the worst that
// is, for lack of something better; listed tells it.
func (d *Decision) Loss(result *board.Position) (loss float64, listed bool) {
	for i := range d.Moves {
		if d.Moves[i].Result == *result {
			return d.Moves[i].Loss, true
		}
		loss = max(loss, d.Moves[i].Loss)
	}
	return loss, false
}

// ReadDecisions returns the decisions of a benchmark file.
func ReadDecisions(r *BMReader) ([]Decision, error) {
	var all []Decision
	for line, err := range r.Lines() {
		if err != nil {
			return nil, err
		}
		if d, ok := line.Record.(*Decision); ok {
			all = append(all, *d)
		}
	}
	return all, nil
}

// Scored is how well decisions were played.
type Scored struct {
	Decisions int // that were counted
	Dull      int // that were not, as it does not matter how they are played
	Errors    int // that were not played best
	Out       int // of the errors, those whose play is not listed

	total, squares float64 // of the losses
}

// Mean returns the mean loss of a decision in points, 0 if there is none: a
// thousand times that is the error rate in mEq.
func (s *Scored) Mean() float64 { return s.total / float64(max(s.Decisions, 1)) }

// StandardError returns that of the mean, NaN if there are fewer than two
// decisions.
func (s *Scored) StandardError() float64 {
	if s.Decisions < 2 {
		return math.NaN()
	}
	n := float64(s.Decisions)
	return math.Sqrt(max(s.squares-s.total*s.total/n, 0) / (n - 1) / n)
}

// Score has every interesting decision played and counts the losses. What
// chooses a play is the Choose of an [engine.Player], or a function around
// [engine.Static.Best]: it returns an index into the plays, of which there is at
// least one.
func Score(decisions []Decision, choose func(*board.Position, []board.Play) (int, error)) (Scored, error) {
	var s Scored
	var plays board.Generator
	for i := range decisions {
		d := &decisions[i]
		if !d.Interesting() {
			s.Dull++
			continue
		}
		legal := plays.Plays(&d.Position, d.Roll)
		if len(legal) == 0 {
			s.Dull++
			continue
		}
		chosen, err := choose(&d.Position, legal)
		if err != nil {
			return s, err
		}
		s.add(d, &legal[chosen].Result)
	}
	return s, nil
}

// add counts a decision that was played.
func (s *Scored) add(d *Decision, result *board.Position) {
	loss, listed := d.Loss(result)
	s.Decisions++
	if *result != d.Moves[0].Result {
		s.Errors++
	}
	if !listed {
		s.Out++
	}
	s.total += loss
	s.squares += loss * loss
}

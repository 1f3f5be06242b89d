package exchange

import (
	"gammonlab/board"
	"gammonlab/engine"
)

// Decision is a checker play decision: a position, a roll, and plays with their costs.
// It is also a line of a benchmark file.
type Decision struct {
	Position board.Position // from the point of view of the player on roll
	Roll     board.Roll
	Moves    []Move  // at least one, the best first
	Equity   float64 // money equity of the best play, for the player who makes it
}

// Move is a play of a decision, stored as the position after the play.
type Move struct {
	Result board.Position // from the point of view of the opponent, who is then on roll
	Loss   float64        // cost of the play, in points; 0 for the best

	// Rolled is true if the result was rolled out; otherwise Loss comes from a search.
	// Probabilities are those of the rollout, for the opponent.
	Rolled        bool
	Probabilities engine.Probabilities
}

// Interesting reports whether the choice of the play matters. It is false if all plays
// were rolled out with equal results.
func (d *Decision) Interesting() bool {
	for i := range d.Moves {
		if !d.Moves[i].Rolled || d.Moves[i].Probabilities != d.Moves[0].Probabilities {
			return true
		}
	}
	return false
}

// Loss returns the cost, in points, of the play after which the position is result, seen
// by the opponent. listed reports whether the decision lists the play; a play that is not
// listed has the cost of the worst listed play.
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

// Scored has the errors of a player over decisions.
type Scored struct {
	Decisions int // scored decisions
	Dull      int // decisions not scored, because the choice of the play does not matter
	Errors    int // decisions in which the player did not choose the best play
	Out       int // errors whose play is not listed

	total float64 // sum of the costs
}

// Mean returns the mean cost of a decision in points, 0 without decisions. A thousand
// times the mean is the error rate in mEq.
func (s *Scored) Mean() float64 { return s.total / float64(max(s.Decisions, 1)) }

// Score calls choose for every interesting decision and adds up the costs. choose gets at
// least one play and returns the index of one of them: it can be Choose of an
// [engine.Player], or a function that calls [engine.Static.Best].
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

// add scores a decision with the result of the chosen play.
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
}

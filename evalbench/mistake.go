package evalbench

import (
	"fmt"
	"math"
	"slices"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/advice"
)

// PlayErrors are the costs of unforced plays, in normalised equity.
type PlayErrors struct {
	Plays int
	Error float64 // sum
}

// ClassErrors are the errors by class of the position before the roll.
type ClassErrors [engine.Contact + 1]PlayErrors

// Mistake is a decision with a cost according to the judge.
type Mistake struct {
	Fault    advice.Fault
	Cost     float64        // in normalised equity, more than 0
	Position board.Position // seen by Match.Roller, who plays or may double
	Match    board.Match    // A is player 0; the dice of a play, the larger first
	Made     board.Play     // for a wrong play
	Best     board.Play     // for a wrong play
}

// recordMistake keeps a mistake of the side if it is the worst of the game so far. It
// returns the mistake if it was kept, otherwise nil.
func (t *gameRunner) recordMistake(side int, fault advice.Fault, cost float64) *Mistake {
	worst := &t.worst[side]
	if !(cost > worst.Cost) {
		return nil
	}
	*worst = Mistake{Fault: fault, Cost: cost, Position: t.state.Position, Match: t.state.Match}
	m := &worst.Match
	m.Dice = board.Roll{} // recordMistakenPlay sets the dice of a play
	m.Turn, m.State = board.Player(side), board.Playing
	if !m.Doubled {
		m.Roller = m.Turn
	}
	return worst
}

// recordMistakenPlay is recordMistake for a play, with the roll and the best play.
func (t *gameRunner) recordMistakenPlay(side int, cost float64, roll board.Roll, made, best *board.Position) {
	m := t.recordMistake(side, advice.WrongPlay, cost)
	if m == nil {
		return
	}
	m.Match.Dice = board.Roll{max(roll[0], roll[1]), min(roll[0], roll[1])}
	plays := board.Plays(m.Position, m.Match.Dice)
	m.Made, m.Best = plays[playTo(plays, made)], plays[playTo(plays, best)]
}

// playTo returns the index of the play that leads to a position.
func playTo(plays []board.Play, result *board.Position) int {
	return slices.IndexFunc(plays, func(p board.Play) bool { return p.Result == *result })
}

// mistakeRecord is the encoded mistake in an item's record; all fields are 0 if there is
// none.
type mistakeRecord struct {
	Fault      advice.Fault
	Cost       float64
	Position   [board.IDLength]byte
	Match      [board.MatchIDLength]byte
	Made, Best uint16 // numbers of plays
}

// record returns the encoded form of the mistake.
func (m *Mistake) record() (r mistakeRecord) {
	if m.Fault == advice.NoFault {
		return r
	}
	r.Fault, r.Cost = m.Fault, m.Cost
	copy(r.Position[:], m.Position.ID())
	copy(r.Match[:], m.Match.ID())
	if m.Fault == advice.WrongPlay {
		plays := board.Plays(m.Position, m.Match.Dice)
		r.Made, r.Best = uint16(playTo(plays, &m.Made.Result)), uint16(playTo(plays, &m.Best.Result))
	}
	return r
}

// mistake decodes a mistake in a match of a variant. The record may be damaged.
func (r *mistakeRecord) mistake(v board.Variant) (m Mistake, err error) {
	if m.Fault = r.Fault; m.Fault != advice.NoFault {
		if err := r.fill(&m, v); err != nil {
			return m, err
		}
	}
	if again := m.record(); again != *r {
		return m, fmt.Errorf("the mistake %v, want %v", *r, again)
	}
	return m, nil
}

// fill sets all fields of m except the fault.
func (r *mistakeRecord) fill(m *Mistake, v board.Variant) (err error) {
	m.Cost = r.Cost
	if m.Fault > advice.WrongBeaver || !(m.Cost > 0) || math.IsInf(m.Cost, 1) {
		return fmt.Errorf("no mistake: fault %d that cost %v", m.Fault, m.Cost)
	}
	if m.Position, err = board.ParseID(string(r.Position[:]), v); err != nil {
		return err
	}
	if m.Match, err = board.ParseMatchID(string(r.Match[:])); err != nil || m.Fault != advice.WrongPlay {
		return err
	}
	if !m.Match.Dice.Valid() {
		return fmt.Errorf("a play without dice: match %s", r.Match)
	}
	legal := board.Plays(m.Position, m.Match.Dice)
	if int(max(r.Made, r.Best)) >= len(legal) {
		return fmt.Errorf("plays %d and %d of %d", r.Made, r.Best, len(legal))
	}
	m.Made, m.Best = legal[r.Made], legal[r.Best]
	return nil
}

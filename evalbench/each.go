package evalbench

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/advice"
)

// PlayErrors are what plays with a choice cost, in normalised equity.
type PlayErrors struct {
	Plays int
	Error float64 // sum
}

// ClassErrors are the plays by the class of the position before the roll.
type ClassErrors [engine.Contact + 1]PlayErrors

// Game is how a game went, or a match if the form has them.
type Game struct {
	Points   int            // of A, the cube counted in; 1 or -1 for a match
	Plies    int            // rolls, those without a play included
	Games    int            // of a match
	Adjusted float64        // Points less luck; Points if luck was not told
	Errors   [2]Errors      // of A and B, if decisions were judged
	Classes  [2]ClassErrors // likewise
	Worst    [2]Mistake     // of A and B, without a fault if there was none
}

// told is what others get to know of a game.
func (g *game) told() Game {
	return Game{
		Points: g.points, Plies: g.plies, Games: g.games, Adjusted: g.adjusted,
		Errors: g.errors, Classes: g.classes, Worst: g.worst,
	}
}

// Mistake is a decision that cost something by the opinion of a judge.
type Mistake struct {
	Fault    advice.Fault
	Cost     float64        // in normalised equity, more than 0
	Position board.Position // seen by Match.Roller: who plays or may double
	Match    board.Match    // A is player 0; dice are those of a play, the larger first
	Made     board.Play     // of a wrong play
	Best     board.Play     // likewise
}

// blame keeps a mistake of the side if it is the worst of the game so far, and
// returns nil if it is not.
func (t *table) blame(side int, fault advice.Fault, cost float64) *Mistake {
	worst := &t.worst[side]
	if !(cost > worst.Cost) {
		return nil
	}
	*worst = Mistake{Fault: fault, Cost: cost, Position: t.state.Position, Match: t.state.Match}
	m := &worst.Match
	m.Dice = board.Roll{} // of a play, which blamePlay sets
	m.Turn, m.State = board.Player(side), board.Playing
	if !m.Doubled {
		m.Roller = m.Turn
	}
	return worst
}

// blamePlay keeps a play likewise, with its roll, its result and the best one.
func (t *table) blamePlay(side int, cost float64, roll board.Roll, made, best *board.Position) {
	m := t.blame(side, advice.WrongPlay, cost)
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

// mistakeSize is the fault, the cost, IDs, and the numbers of two plays.
const mistakeSize = 1 + 8 + board.IDLength + board.MatchIDLength + 2*2

// appendMistake writes a mistake in mistakeSize bytes, all 0 for none.
func appendMistake(dst []byte, m *Mistake) []byte {
	if m.Fault == advice.NoFault {
		return append(dst, make([]byte, mistakeSize)...)
	}
	le := binary.LittleEndian
	dst = le.AppendUint64(append(dst, byte(m.Fault)), math.Float64bits(m.Cost))
	dst = append(append(dst, m.Position.ID()...), m.Match.ID()...)
	if m.Fault != advice.WrongPlay {
		return append(dst, 0, 0, 0, 0)
	}
	plays := board.Plays(m.Position, m.Match.Dice)
	dst = le.AppendUint16(dst, uint16(playTo(plays, &m.Made.Result)))
	return le.AppendUint16(dst, uint16(playTo(plays, &m.Best.Result)))
}

// decodeMistake reads what appendMistake has written, in a match of a variant.
func decodeMistake(data []byte, v board.Variant) (Mistake, error) {
	m := Mistake{Fault: advice.Fault(data[0])}
	if m.Fault != advice.NoFault {
		if err := m.decode(data, v); err != nil {
			return m, err
		}
	}
	if again := appendMistake(nil, &m); !bytes.Equal(again, data) {
		return m, fmt.Errorf("the mistake %x, want %x", data, again)
	}
	return m, nil
}

// decode reads what is behind the fault.
func (m *Mistake) decode(data []byte, v board.Variant) error {
	const match = 9 + board.IDLength
	const plays = match + board.MatchIDLength
	le := binary.LittleEndian
	m.Cost = math.Float64frombits(le.Uint64(data[1:]))
	if m.Fault > advice.WrongBeaver || !(m.Cost > 0) || math.IsInf(m.Cost, 1) {
		return fmt.Errorf("no mistake: fault %d that cost %v", m.Fault, m.Cost)
	}
	var err error
	if m.Position, err = board.ParseID(string(data[9:match]), v); err != nil {
		return err
	}
	if m.Match, err = board.ParseMatchID(string(data[match:plays])); err != nil || m.Fault != advice.WrongPlay {
		return err
	}
	if !m.Match.Dice.Valid() {
		return fmt.Errorf("a play without dice: match %s", data[match:plays])
	}
	legal := board.Plays(m.Position, m.Match.Dice)
	made, best := int(le.Uint16(data[plays:])), int(le.Uint16(data[plays+2:]))
	if max(made, best) >= len(legal) {
		return fmt.Errorf("plays %d and %d of %d", made, best, len(legal))
	}
	m.Made, m.Best = legal[made], legal[best]
	return nil
}

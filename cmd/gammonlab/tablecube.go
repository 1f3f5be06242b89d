package main

import (
	"context"
	"errors"
	"fmt"

	"gammonlab/board"
	"gammonlab/board/record"
)

// mayDouble says why the player on roll may not double now, nil if it may.
func (t *table) mayDouble() error {
	m := &t.match
	who, wins, needs := "the net", "wins", t.length-m.Score[m.Roller]
	if m.Roller == theUser {
		who, wins = "you", "win"
	}
	switch {
	case t.noCube:
		return errors.New("there is no cube in this game")
	case m.Crawford:
		return errors.New("nobody doubles in the Crawford game")
	case m.Owner == theNet && m.Roller != theNet:
		return errors.New("the net owns the cube")
	case m.Owner == theUser && m.Roller != theUser:
		return errors.New("you own the cube")
	case m.Dice != board.Roll{}:
		return errors.New("the dice are thrown")
	case 2*m.Cube > board.MaxCube:
		return fmt.Errorf("the cube ends at %d", board.MaxCube)
	case t.length > 0 && needs <= m.Cube:
		return fmt.Errorf("the cube is dead: %s %s the match with it as it is", who, wins)
	}
	return nil
}

// double offers twice the cube for the player on roll.
func (t *table) double() {
	t.note(record.Action{Kind: record.Double})
	t.match.Doubled, t.match.Turn = true, t.match.Roller.Opponent()
	t.state.beavers = 0
}

// answer answers the double that is on offer for the player whose turn it is.
func (t *table) answer(a answerKind) {
	m := &t.match
	switch a {
	case takes:
		t.note(record.Action{Kind: record.Take})
		m.Cube, m.Owner = 2*m.Cube, m.Roller.Opponent()
		m.Doubled, m.Turn = false, m.Roller
	case beavers:
		t.note(record.Action{Kind: record.Beaver})
		m.Cube, m.Owner = 2*m.Cube, m.Roller.Opponent()
		m.Turn = m.Turn.Opponent()
		t.state.beavers++
	default:
		t.note(record.Action{Kind: record.Drop})
		t.finish(board.Dropped, m.Turn.Opponent(), m.Cube)
	}
}

// mayBeaver says why a double cannot be answered by another one, nil if it can.
func (t *table) mayBeaver() error {
	switch {
	case t.length > 0:
		return errors.New("there are no beavers in a match")
	case t.state.beavers >= t.rules.beavers:
		return fmt.Errorf("no more than %d beavers answer a double", t.rules.beavers)
	case 4*t.match.Cube > board.MaxCube:
		return fmt.Errorf("the cube ends at %d", board.MaxCube)
	}
	return nil
}

// answers weighs what there is to say to the double on offer.
func (t *table) answers(ctx context.Context) (*answers, error) {
	return t.judge.answers(ctx, &t.pos, &t.match, t.mayBeaver() == nil)
}

// errPlaysOn is what resign returns when the net does not take the offer.
var errPlaysOn = errors.New("the net plays on: it expects more")

// offerMargin is by how much the net may expect more than it is offered and
// still accept, as normalised equity: nets are never quite sure of anything.
const offerMargin = 0.05

// resign offers the net the game, 1 for a single one to 3 for a backgammon. It
// must be the user who is on roll, with no double on offer.
func (t *table) resign(ctx context.Context, kind int) error {
	st, worth, err := t.judge.worth(ctx, &t.pos, &t.match)
	if err != nil {
		return err
	}
	if st.Equity(worth)+offerMargin < st.Equity(st.Points(-kind)) {
		return errPlaysOn
	}
	t.choose()
	t.giveUp(theUser, kind)
	return nil
}

// giveUp ends the game by a resignation. Where a gammon counts no more than a
// single game, that is what is given up.
func (t *table) giveUp(loser board.Player, kind int) {
	m := &t.match
	if m.Jacoby && m.Owner == board.Nobody {
		kind = 1
	}
	if m.Dice != (board.Roll{}) {
		t.noteBy(loser, record.Action{Kind: record.Rolled, Roll: m.Dice})
	}
	t.noteBy(loser, record.Action{Kind: record.Resign, Value: kind})
	t.finish(board.Resigned, loser.Opponent(), kind*m.Cube)
}

// accept takes the game that the net gives up.
func (t *table) accept() {
	t.choose()
	t.giveUp(theNet, t.match.Resigns)
}

// decline has the net play on.
func (t *table) decline() {
	t.choose()
	t.declined = t.match.Resigns
	t.match.Resigns, t.match.Turn = 0, theNet
}

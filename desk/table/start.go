package table

import (
	"errors"

	"gammonlab/board"
	"gammonlab/board/record"
)

// CheckStart returns an error if no game can begin at a position: the game is over, or an
// offer is to be answered.
func CheckStart(x *board.XGID) error {
	switch m := &x.Match; {
	case x.Position.Result() != 0 || m.State > board.Playing:
		return errors.New("the game is over")
	case m.Doubled || m.Resigns > 0:
		return errors.New("a double or a resignation is to be answered there, want a position before the roll or with dice")
	}
	return nil
}

// place begins a game at a position, with its cube and dice.
func (s *state) place(x *board.XGID) {
	s.SetRoller(x.Match.Roller)
	s.StartAt(x.Position)
	s.Match.Cube, s.Match.Owner, s.Match.Dice = x.Match.Cube, x.Match.Owner, x.Match.Dice
}

// notePlace records the position and the cube at which the game begins.
func (t *Table) notePlace() {
	pos := t.Position
	t.note(record.Action{Kind: record.SetBoard, Board: &pos})
	if t.Match.Cube != 1 {
		t.note(record.Action{Kind: record.SetCube, Value: t.Match.Cube})
		t.noteBy(t.Match.Owner, record.Action{Kind: record.SetOwner})
	}
}

// startOf returns the position that the first actions of a game set, nil if they set none,
// and the actions after them. The user has the checkers of the player user.
func startOf(g *record.Game, user board.Player) (*board.XGID, []record.Action) {
	seat := func(p board.Player) board.Player {
		if p != board.Nobody && user != User {
			return p.Opponent()
		}
		return p
	}
	var x *board.XGID
	for i := range g.Actions {
		a := &g.Actions[i]
		if x == nil && a.Kind == record.SetBoard {
			x = &board.XGID{Match: board.NewMatch(0)}
		}
		switch {
		case x == nil || a.Kind < record.SetBoard:
			return x, g.Actions[i:]
		case a.Kind == record.SetBoard:
			x.Position, x.Match.Roller = *a.Board, seat(a.Player)
		case a.Kind == record.SetCube:
			x.Match.Cube = a.Value
		case a.Kind == record.SetOwner:
			x.Match.Owner = seat(a.Player)
		}
	}
	return x, nil
}

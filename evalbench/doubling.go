package evalbench

import (
	"fmt"

	"gammonlab/board"
	"gammonlab/board/record"
	"gammonlab/engine/cube"
)

// nobody is the winner of a game that goes on.
const nobody = -1

// double asks the side on roll whether to double, and both in turn how they
// answer. It returns who wins the game by a pass.
func (t *table) double(side, plies int) (winner int, err error) {
	p, ok := t.players[side].(CubePlayer)
	if !ok || plies == 0 || !t.mayDouble() {
		return nobody, nil
	}
	double, err := p.Doubles(t.ctx, &t.pos, &t.state)
	if err != nil {
		return nobody, fmt.Errorf("%s to double from %s: %w", t.name(side), t.pos.ID(), err)
	}
	worth, err := t.judgeDouble(side, double)
	if err != nil || !double {
		return nobody, err
	}
	t.note(side, record.Action{Kind: record.Double})
	t.state.Doubled, t.state.Turn = true, t.state.Roller.Opponent()
	winner, err = t.answers(worth)
	t.state.Doubled, t.state.Turn = false, t.state.Roller
	return winner, err
}

// answers asks for answers to the double on offer, which is worth so much to who
// doubled, until somebody takes or passes.
func (t *table) answers(worth *cube.Alternatives) (winner int, err error) {
	s := &t.state
	for beavers := 0; ; beavers++ {
		who, may := int(s.Turn), t.mayBeaver(beavers)
		answer, err := t.answer(who, may)
		if err != nil {
			return nobody, fmt.Errorf("%s to take in %s: %w", t.name(who), t.pos.ID(), err)
		}
		t.judgeAnswer(worth, beavers, may, answer)
		t.note(who, record.Action{Kind: answer})
		if answer == record.Drop {
			return 1 - who, nil
		}
		s.Cube, s.Owner = 2*s.Cube, s.Roller.Opponent()
		if answer == record.Take {
			return nobody, nil
		}
		s.Turn = s.Turn.Opponent()
	}
}

// answer asks a side to take, to drop or, if it may, to beaver.
func (t *table) answer(who int, mayBeaver bool) (record.Kind, error) {
	p, ok := t.players[who].(CubePlayer)
	byRules, knows := p.(RulesPlayer)
	if !ok || !knows && t.state.Turn == t.state.Roller {
		return record.Take, nil
	}
	if knows && mayBeaver {
		beaver, err := byRules.Beavers(t.ctx, &t.pos, &t.state)
		if err != nil || beaver {
			return record.Beaver, err
		}
	}
	take, err := p.Takes(t.ctx, &t.pos, &t.state)
	if err != nil || take {
		return record.Take, err
	}
	return record.Drop, nil
}

// mayBeaver reports whether a double that so many beavers have answered may be
// answered by another one.
func (t *table) mayBeaver(beavers int) bool {
	return beavers < t.match.Form.Beavers && 4*t.state.Cube <= board.MaxCube
}

// mayDouble reports whether the side on roll may double: the cube is not the
// other's, at its end, or dead because it wins the match as it is.
func (t *table) mayDouble() bool {
	s := &t.state
	switch {
	case s.Crawford, s.Owner == s.Roller.Opponent(), 2*s.Cube > board.MaxCube:
		return false
	}
	return s.Length == 0 || s.Length-s.Score[s.Roller] > s.Cube
}

package table

import (
	"slices"

	"gammonlab/board"
	"gammonlab/board/record"
	"gammonlab/engine/advice"
)

// RollLuck is the luck of a roll: its equity for the player on roll, less the mean over
// all rolls.
type RollLuck struct {
	Player board.Player
	Dice   board.Roll
	advice.Amount
}

// Luck returns the luck of the newest roll of each player in the current game, the newest
// first, at 0 plies. Players who have not rolled are not included. In games without a
// cube the adviser's [advice.Options] should have a dead cube.
func (t *Table) Luck() ([]RollLuck, error) {
	rolls, err := t.rolls()
	if err != nil {
		return nil, err
	}
	var newest []RollLuck
	for i := len(rolls) - 1; i >= 0 && len(newest) < 2; i-- {
		r := &rolls[i]
		if len(newest) == 1 && newest[0].Player == r.match.Roller {
			continue
		}
		st, err := t.Adviser.Stakes(&r.match)
		if err != nil {
			return nil, err
		}
		luck := t.Adviser.LuckOf(&r.position, r.match.Dice, st, r.opening)
		newest = append(newest, RollLuck{r.match.Roller, r.match.Dice, advice.NewAmount(st, luck)})
	}
	return newest, nil
}

// HasRolls reports whether dice were thrown in the current game.
func (t *Table) HasRolls() bool {
	if len(t.record.Games) == 0 {
		return false
	}
	isMove := func(a record.Action) bool { return a.Kind == record.Move }
	return !t.Over() && t.Match.Dice.Valid() || slices.ContainsFunc(t.game().Actions, isMove)
}

// rolled is a roll with the position and the state before it.
type rolled struct {
	position board.Position
	match    board.Match
	opening  advice.Opening
}

// rolls returns the rolls of the current game, including the one to be played now.
func (t *Table) rolls() ([]rolled, error) {
	if len(t.record.Games) == 0 {
		return nil, nil
	}
	opening := advice.BeginsFixed
	if t.first == board.Nobody {
		opening = advice.BeginsDice
	}
	var all []rolled
	add := func(position board.Position, match board.Match) {
		if len(all) > 0 {
			opening = advice.NotOpening
		}
		all = append(all, rolled{position, match, opening})
	}
	r := t.record.Replay(len(t.record.Games) - 1)
	for r.Next() {
		if r.Action.Kind == record.Move {
			add(r.Position, r.Match)
		}
	}
	if !t.Over() && t.Match.Dice.Valid() {
		add(t.Position, t.Match)
	}
	return all, r.Err()
}

package table

import (
	"errors"

	"gammonlab/board"
)

// ByHand reports whether the rolls are entered by hand.
func (t *Table) ByHand() bool { return t.dice.dice == nil }

// throw takes rolls from the dice tape of a table, in one of its states.
type throw struct {
	of *Table
	s  *state
}

// Roll implements [board.Dice].
func (d *throw) Roll() (board.Roll, error) {
	roll, err := d.of.dice.at(d.s.thrown)
	if err == nil {
		d.s.thrown++
	}
	return roll, err
}

// diceTape keeps the rolls of its dice, so that the same rolls come again after an undo.
type diceTape struct {
	dice  board.Dice // nil for rolls that are entered by hand
	rolls []board.Roll
}

// at returns roll number n, which must be at most one more than the last.
func (d *diceTape) at(n int) (board.Roll, error) {
	if n == len(d.rolls) {
		if d.dice == nil {
			return board.Roll{}, errors.New("the dice are to be entered")
		}
		roll, err := d.dice.Roll()
		if err != nil {
			return roll, err
		}
		d.rolls = append(d.rolls, roll)
	}
	return d.rolls[n], nil
}

// autoDouble doubles the cube after equal dice that were entered for the first throw.
func (t *Table) autoDouble() error {
	before := t.Match.Cube
	if t.AutoDouble(); t.Match.Cube == before {
		return errors.New("the first roll of a game is no double")
	}
	t.keepCube()
	return nil
}

// throw throws the dice for the player on roll. If the rolls are entered by hand, the
// roll is that of the text.
func (t *Table) throw(text string) error {
	switch {
	case t.Match.Dice != board.Roll{}:
		return errors.New("the dice are thrown")
	case t.ByHand() && text == "":
		return errors.New("the dice are to be entered")
	case !t.ByHand() && text != "":
		return errors.New("the dice are not entered by hand")
	}
	rolls, s := t.dice.rolls, t.state
	if t.ByHand() {
		roll, err := board.ParseRoll(text)
		if err != nil {
			return err
		}
		if t.Opening && roll.Double() {
			return t.autoDouble()
		}
		t.dice.rolls = append(rolls[:s.thrown:s.thrown], roll)
	}
	if err := s.Throw(&throw{t, &s}); err != nil {
		t.dice.rolls = rolls
		return err
	}
	s.asked = false
	t.state = s
	return nil
}

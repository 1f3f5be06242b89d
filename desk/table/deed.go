package table

import (
	"errors"
	"fmt"
	"slices"

	"gammonlab/board"
	"gammonlab/board/record"
)

// Kind is a kind of deed.
type Kind string

// The kinds of deeds.
const (
	Begin  Kind = "begin"  // begin the next game; an unfinished game of a money session does not count
	Roll   Kind = "roll"   // throw the dice
	Move   Kind = "move"   // play the dice
	Double Kind = "double" // offer twice the cube
	Take   Kind = "take"   // take the double
	Drop   Kind = "drop"
	Beaver Kind = "beaver" // take and double at once
	Resign Kind = "resign" // resign the game; the opponent agrees
	Offer  Kind = "offer"  // the net offers to resign the game
	Accept Kind = "accept" // accept the net's offer
	Reject Kind = "reject"
	Undo   Kind = "undo" // take back the user's last choice and everything after it

	Time    Kind = "time"    // the user's time is up, which leaves the board as it is
	Untimed Kind = "untimed" // the user goes on without a clock
)

// Deed is an event at a table.
type Deed struct {
	Kind  Kind   `json:"deed"`
	Net   bool   `json:"net,omitempty"`   // the net does it, otherwise the user
	Play  string `json:"play,omitempty"`  // for Move, such as "8/5 6/5"; "" if there is none
	Roll  string `json:"roll,omitempty"`  // for Roll, entered by hand, such as "31"
	Value int    `json:"value,omitempty"` // for Resign and Offer: 1 for a single game to 3 for a backgammon

	Thought int `json:"thought,omitempty"` // milliseconds that the user took for it, by a clock
}

// by returns the player who does it.
func (d *Deed) by() board.Player {
	if d.Net {
		return Net
	}
	return User
}

// Do performs a deed. If the rules do not allow it, Do returns an error and changes
// nothing.
func (t *Table) Do(d Deed) error {
	before := t.state
	choice := (!d.Net && t.Decision() != NoDecision || d.Roll != "") && !slices.Contains([]Kind{Begin, Undo, Time, Untimed}, d.Kind)
	if err := t.do(&d); err != nil {
		return err
	}
	if choice {
		t.history = append(t.history, before)
	}
	t.deeds = append(t.deeds, d)
	return nil
}

// Redo performs a deed of an earlier table. To restore the table, call it for all deeds
// in their order.
func (t *Table) Redo(d Deed) error {
	if err := t.Do(d); err != nil {
		return fmt.Errorf("deed %d, %s: %w", len(t.deeds)+1, d.Kind, err)
	}
	return nil
}

func (t *Table) do(d *Deed) error {
	switch d.Kind {
	case Begin:
		return t.begin()
	case Undo:
		return t.undo()
	case Time, Untimed:
		return nil
	}
	if err := t.mayAct(d); err != nil {
		return err
	}
	switch d.Kind {
	case Roll:
		return t.throw(d.Roll)
	case Move:
		return t.move(d.Play)
	case Double, Take, Drop, Beaver:
		return t.turnCube(d.Kind)
	case Resign:
		return t.giveUp(User, d.Value)
	case Offer:
		return t.offer(d.Value)
	case Accept:
		return t.giveUp(Net, t.Match.Resigns)
	case Reject:
		t.declined = t.Match.Resigns
		t.Decline()
		return nil
	}
	return fmt.Errorf("there is no deed %q", d.Kind)
}

// mayAct returns an error if it is not the turn of the deed's player.
func (t *Table) mayAct(d *Deed) error {
	m := &t.Match
	answers := d.Kind == Take || d.Kind == Drop || d.Kind == Beaver
	settles := d.Kind == Accept || d.Kind == Reject
	switch {
	case t.Over():
		return errors.New("no game is being played")
	case (m.Resigns > 0) != settles:
		return pick(settles, "nobody resigns", "a resignation is to be answered first")
	case m.Doubled != answers:
		return pick(answers, "there is no double to answer", "a double is to be answered first")
	case m.Turn != d.by():
		return pick(d.Net, "it is not the net's turn", "it is the net's turn")
	case d.Net && (settles || d.Kind == Resign) || !d.Net && d.Kind == Offer:
		return fmt.Errorf("the deed %q is not of that player", d.Kind)
	}
	return nil
}

// pick returns an error with one of two texts.
func pick(first bool, one, other string) error {
	if first {
		return errors.New(one)
	}
	return errors.New(other)
}

// move makes the play in the text for the player on roll, or passes if there is none.
func (t *Table) move(text string) error {
	if !t.Match.Dice.Valid() {
		return errors.New("the dice are not thrown")
	}
	play, err := board.ParsePlay(t.Position, t.Match.Dice, text)
	if err != nil {
		return err
	}
	t.note(record.Action{Kind: record.Move, Roll: t.Match.Dice, Steps: append([]board.Step(nil), play.Steps()...)})
	t.Play(play.Result)
	t.settle()
	return nil
}

// note records an action of the player whose turn it is.
func (t *Table) note(a record.Action) { t.noteBy(t.Match.Turn, a) }

// settle records the end of the game if it is over.
func (t *Table) settle() {
	if t.Over() {
		t.Finished++
		t.game().Result = t.Result
	}
}

// WhyIllegal returns the reason in an error of [board.ParsePlay], without the play and
// the dice, which the user sees a line above.
func WhyIllegal(err error) error {
	if reason := errors.Unwrap(err); reason != nil {
		return reason
	}
	return err
}

package table

import (
	"context"
	"errors"
	"fmt"

	"gammonlab/board"
	"gammonlab/board/record"
	"gammonlab/engine/advice"
)

// offerMargin is the error that the net assumes in its own evaluation, in normalised
// equity: it accepts a resignation that is worth up to this much less than it expects.
const offerMargin = 0.05

// turnCube doubles or answers a double for the player whose turn it is.
func (t *Table) turnCube(k Kind) error {
	after := t.State
	act := map[Kind]struct {
		as record.Kind
		do func() error
	}{
		Double: {record.Double, after.Double}, Take: {record.Take, after.Take},
		Drop: {record.Drop, after.Drop}, Beaver: {record.Beaver, after.Beaver},
	}[k]
	if err := act.do(); err != nil {
		return err
	}
	t.note(record.Action{Kind: act.as})
	t.State = after
	t.settle()
	return nil
}

// Answers evaluates the answers to the double on offer.
func (t *Table) Answers(ctx context.Context) (*advice.Answering, error) {
	return t.Adviser.Answer(ctx, &t.Position, &t.Match, t.MayBeaver() == nil)
}

// Agrees reports whether the net accepts a resignation of the user: 1 for a single game
// to 3 for a backgammon. The user must be on roll, with no double on offer.
func (t *Table) Agrees(ctx context.Context, kind int) (bool, error) {
	if err := kindOf(kind); err != nil {
		return false, err
	}
	offer, err := t.Adviser.Offer(ctx, &t.Position, &t.Match, kind)
	if err != nil {
		return false, err
	}
	return offer.Accept(offerMargin), nil
}

// kindOf returns an error if kind is no kind of result.
func kindOf(kind int) error {
	if kind < 1 || kind > 3 {
		return fmt.Errorf("a game is given up as 1 (single) to 3 (backgammon), not as %d", kind)
	}
	return nil
}

// offer makes the net offer to resign the game.
func (t *Table) offer(kind int) error {
	if t.Match.Dice != (board.Roll{}) {
		return errors.New("the dice are thrown")
	}
	err := kindOf(kind)
	if err == nil {
		t.OfferResignation(kind)
	}
	return err
}

// giveUp ends the game by a resignation. If a gammon counts no more than a single game,
// the resignation is for a single game.
func (t *Table) giveUp(loser board.Player, kind int) error {
	if err := kindOf(kind); err != nil {
		return err
	}
	after := t.State
	after.Match.Turn, kind = loser, t.Counted(kind)
	if err := after.Resign(loser, kind); err != nil {
		return err
	}
	if t.Match.Dice != (board.Roll{}) {
		t.noteBy(loser, record.Action{Kind: record.Rolled, Roll: t.Match.Dice})
	}
	t.noteBy(loser, record.Action{Kind: record.Resign, Value: kind})
	t.State = after
	t.settle()
	return nil
}

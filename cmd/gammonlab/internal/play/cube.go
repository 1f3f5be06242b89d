package play

import (
	"context"
	"errors"

	"gammonlab/board"
	"gammonlab/board/record"
	"gammonlab/engine/advice"
)

// errPlaysOn is what resign returns when the net does not take the offer.
var errPlaysOn = errors.New("the net plays on: it expects more")

// offerMargin is by how much the net may expect more than it is offered and
// still accept, as normalised equity: nets are never quite sure of anything.
const offerMargin = 0.05

// double offers twice the cube for the player on roll.
func (t *table) double() { t.do(record.Action{Kind: record.Double}, t.Double) }

// answer answers the double that is on offer for the player whose turn it is, by a
// take, a drop or a beaver.
func (t *table) answer(a record.Kind) {
	switch a {
	case record.Take:
		t.do(record.Action{Kind: a}, t.Take)
	case record.Beaver:
		t.do(record.Action{Kind: a}, t.Beaver)
	default:
		t.do(record.Action{Kind: a}, t.Drop)
	}
}

// answers weighs what there is to say to the double on offer.
func (t *table) answers(ctx context.Context) (*advice.Answering, error) {
	return t.judge.Answer(ctx, &t.Position, &t.Match, t.MayBeaver() == nil)
}

// resign offers the net the game, 1 for a single one to 3 for a backgammon. It
// must be the user who is on roll, with no double on offer.
func (t *table) resign(ctx context.Context, kind int) error {
	offer, err := t.judge.Offer(ctx, &t.Position, &t.Match, kind)
	if err != nil {
		return err
	}
	if !offer.Accept(offerMargin) {
		return errPlaysOn
	}
	t.choose()
	t.giveUp(theUser, kind)
	return nil
}

// giveUp ends the game by a resignation. Where a gammon counts no more than a
// single game, that is what is given up.
func (t *table) giveUp(loser board.Player, kind int) {
	if t.Match.Dice != (board.Roll{}) {
		t.noteBy(loser, record.Action{Kind: record.Rolled, Roll: t.Match.Dice})
	}
	t.Match.Turn, kind = loser, t.Counted(kind)
	t.do(record.Action{Kind: record.Resign, Value: kind}, func() error { return t.Resign(loser, kind) })
}

// accept takes the game that the net gives up.
func (t *table) accept() {
	t.choose()
	t.giveUp(theNet, t.Match.Resigns)
}

// decline has the net play on.
func (t *table) decline() {
	t.choose()
	t.declined = t.Match.Resigns
	t.Decline()
}

package table

import (
	"context"

	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/engine/advice"
	"gammonlab/engine/reason"
)

// Judged is what the net says of a deed.
type Judged struct {
	Lost   float64 // cost compared with the best decision, in normalised equity
	Best   string  // best decision
	Reason string  // why it is better, in words; "" if nothing is lost or no quantity explains it
}

// Judge judges a deed of the user, which must answer the user's current decision. Other deeds cost
// nothing.
func (t *Table) Judge(ctx context.Context, d Deed) (*Judged, error) {
	decision := t.Decision()
	switch {
	case d.Kind == Move && decision == WhatToPlay:
		return t.judgePlay(ctx, d.Play)
	case (d.Kind == Roll || d.Kind == Double) && decision == WhetherToDouble:
		return t.judgeDouble(ctx, d.Kind == Double)
	case decision == WhetherToTake:
		return t.judgeAnswer(ctx, d.Kind)
	}
	return &Judged{}, nil
}

func (t *Table) judgePlay(ctx context.Context, text string) (*Judged, error) {
	play, err := board.ParsePlay(t.Position, t.Match.Dice, text)
	if err != nil {
		return nil, err
	}
	st, err := t.Adviser.Stakes(&t.Match)
	if err != nil {
		return nil, err
	}
	c, err := t.Adviser.Compare(ctx, &t.Position, board.Plays(t.Position, t.Match.Dice), &play.Result, st)
	if err != nil {
		return nil, err
	}
	choices := advice.Choices(&t.Position, c.List, st)
	why := reason.OfPlay(&t.Position, st, &choices[0], &choices[c.Made])
	return &Judged{c.Lost, choices[0].Move, why.String()}, nil
}

func (t *Table) judgeDouble(ctx context.Context, doubled bool) (*Judged, error) {
	d, err := t.weighDouble(ctx)
	if err != nil {
		return nil, err
	}
	weighed := advice.WeighDouble(&d.Equities, t.Length == 0 && t.Beavers > 0)
	j := &Judged{Lost: weighed.Lost(doubled), Best: advice.DoubleText(weighed.Double > weighed.NoDouble)}
	if j.Lost > 0 {
		st, err := t.Adviser.Stakes(&t.Match)
		if err != nil {
			return nil, err
		}
		losers := t.Adviser.MarketLosers(&t.Position, st)
		why := reason.OfCube(d.Verdict(st), st, weighed.Fault(doubled), &losers)
		j.Reason = why.String()
	}
	return j, nil
}

func (t *Table) judgeAnswer(ctx context.Context, k Kind) (*Judged, error) {
	answer, ok := map[Kind]game.Answer{Take: game.Take, Drop: game.Drop, Beaver: game.Beaver}[k]
	if !ok {
		return &Judged{}, nil
	}
	a, err := t.Answers(ctx)
	if err != nil {
		return nil, err
	}
	j := &Judged{Lost: a.Lost(answer), Best: a.Best().String()}
	if j.Lost > 0 && !game.Beavered(&t.Match) {
		st, err := t.Adviser.Stakes(&t.Match)
		if err != nil {
			return nil, err
		}
		d, err := t.weighDouble(ctx)
		if err != nil {
			return nil, err
		}
		why := reason.OfCube(d.Verdict(st), st, a.Fault(answer), nil)
		j.Reason = why.String()
	}
	return j, nil
}

package table

import (
	"context"

	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/engine/advice"
)

// Cost returns the cost of a deed of the user compared with the best decision, in
// normalised equity. The deed must answer the user's current decision.
func (t *Table) Cost(ctx context.Context, d Deed) (float64, error) {
	decision := t.Decision()
	switch {
	case d.Kind == Move && decision == WhatToPlay:
		return t.playCost(ctx, d.Play)
	case (d.Kind == Roll || d.Kind == Double) && decision == WhetherToDouble:
		return t.doubleCost(ctx, d.Kind == Double)
	case decision == WhetherToTake:
		return t.answerCost(ctx, d.Kind)
	}
	return 0, nil
}

func (t *Table) playCost(ctx context.Context, text string) (float64, error) {
	play, err := board.ParsePlay(t.Position, t.Match.Dice, text)
	if err != nil {
		return 0, err
	}
	st, err := t.Adviser.Stakes(&t.Match)
	if err != nil {
		return 0, err
	}
	c, err := t.Adviser.Compare(ctx, &t.Position, board.Plays(t.Position, t.Match.Dice), &play.Result, st)
	if err != nil {
		return 0, err
	}
	return c.Lost, nil
}

func (t *Table) doubleCost(ctx context.Context, doubled bool) (float64, error) {
	d, err := t.weighDouble(ctx)
	if err != nil {
		return 0, err
	}
	weighed := advice.WeighDouble(&d.Equities, t.Length == 0 && t.Beavers > 0)
	return weighed.Lost(doubled), nil
}

func (t *Table) answerCost(ctx context.Context, k Kind) (float64, error) {
	answer, ok := map[Kind]game.Answer{Take: game.Take, Drop: game.Drop, Beaver: game.Beaver}[k]
	if !ok {
		return 0, nil
	}
	a, err := t.Answers(ctx)
	if err != nil {
		return 0, err
	}
	return a.Lost(answer), nil
}

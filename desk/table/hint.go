package table

import (
	"cmp"
	"context"

	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/internal/plaintext"
)

// hintPlays is the default number of plays in a hint.
const hintPlays = 5

// Hint is the net's evaluation of the user's decision: its choices with values for the user.
type Hint struct {
	Unit string `json:"unit"` // unit of equities, in words
	Best string `json:"best"` // best decision

	advice.Decision `json:"decision"`
}

// Hint returns the net's evaluation of the user's decision, nil if the net cannot
// evaluate it.
func (t *Table) Hint(ctx context.Context) (*Hint, error) {
	ask := map[Decision]func(context.Context, *Hint) error{
		WhatToPlay: t.hintDecision, WhetherToDouble: t.hintDecision, WhetherToTake: t.hintAnswer, WhetherToAccept: t.hintAccept,
	}[t.Decision()]
	if ask == nil {
		return nil, nil
	}
	st, err := t.Adviser.Stakes(&t.Match)
	if err != nil {
		return nil, err
	}
	h := &Hint{Unit: t.equityName(), Decision: advice.NewDecision(&t.Position, t.Match.Dice, st, t.Adviser.PliesOf(t.Match.Dice))}
	return h, ask(ctx, h)
}

// equityName returns the unit of the equities in hints.
func (t *Table) equityName() string {
	switch {
	case t.NoCube && t.Length == 0:
		return "Cubeless equity"
	case t.Length > 0:
		return "Equity by cube and score (EMG)"
	}
	return "Cubeful equity"
}

// hintDecision evaluates the user's plays or double.
func (t *Table) hintDecision(ctx context.Context, h *Hint) error {
	d, err := t.Adviser.Decide(ctx, &t.Position, t.Match.Dice, h.At)
	if err != nil {
		return err
	}
	if h.Decision, h.Best = *d, d.Best(); d.Verdict != nil {
		h.Best = plaintext.Capital(h.Best)
	}
	h.Limit(cmp.Or(t.HintPlays, hintPlays))
	return nil
}

// weighDouble evaluates a double of the player on roll.
func (t *Table) weighDouble(ctx context.Context) (*advice.Doubling, error) {
	st, err := t.Adviser.Stakes(&t.Match)
	if err != nil {
		return nil, err
	}
	return t.Adviser.Double(ctx, &t.Position, st)
}

// hintAnswer evaluates the user's answers to a double.
func (t *Table) hintAnswer(ctx context.Context, h *Hint) error {
	a, err := t.Answers(ctx)
	if err != nil {
		return err
	}
	h.Best, h.Moves = plaintext.Capital(a.Best().String()), a.Choices(h.Plies, t.Length > 0)
	return nil
}

// hintAccept evaluates the net's resignation.
func (t *Table) hintAccept(ctx context.Context, h *Hint) error {
	offer, err := t.Adviser.Offer(ctx, &t.Position, &t.Match, t.Match.Resigns)
	if err != nil {
		return err
	}
	chances, err := t.Adviser.Chances(ctx, &t.Position)
	if err != nil {
		return err
	}
	chances = chances.Swap()
	shown := engine.NewChances(&chances, chances.Equity())
	playOn, accept, st := offer.Opponent()
	h.Best = "Reject"
	h.Moves = advice.Compared(
		advice.NewChoice("play on", shown, st.Equity(playOn), h.Plies), advice.NewChoice("accept", shown, st.Equity(accept), h.Plies))
	if offer.Accept(offerMargin) {
		h.Best = "Accept"
	}
	if t.Length > 0 {
		h.Moves[0].MWC, h.Moves[1].MWC = &playOn, &accept
	}
	return nil
}

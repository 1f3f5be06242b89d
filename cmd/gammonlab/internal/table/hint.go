package table

import (
	"context"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/internal/plaintext"
)

// hintPlays is the number of plays in a hint.
const hintPlays = 5

// Hint is the net's evaluation of the user's decision: a ranking of plays, or options
// with the user's chances.
type Hint struct {
	Unit    string          `json:"unit"` // unit of equities, in words
	Plies   int             `json:"plies"`
	Best    string          `json:"best"`              // best decision
	Ranking *advice.Ranking `json:"ranking,omitempty"` // the best plays
	Options []Option        `json:"options,omitempty"`
	Chances *engine.Chances `json:"chances,omitempty"` // before the dice
}

// Option is an alternative of the user's decision.
type Option struct {
	Name   string   `json:"name"`
	Equity float64  `json:"cubeful_equity"` // normalised
	MWC    *float64 `json:"mwc,omitempty"`  // in matches
}

// Hint returns the net's evaluation of the user's decision, nil if the net cannot
// evaluate it.
func (t *Table) Hint(ctx context.Context) (*Hint, error) {
	h := &Hint{Unit: t.equityName(), Plies: t.Adviser.Plies()}
	var err error
	switch t.Decision() {
	case WhatToPlay:
		err = t.hintPlays(ctx, h)
	case WhetherToDouble:
		err = t.hintDouble(ctx, h)
	case WhetherToTake:
		err = t.hintAnswer(ctx, h)
	case WhetherToAccept:
		err = t.hintAccept(ctx, h)
	default:
		return nil, nil
	}
	return h, err
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

// hintPlays lists the best plays.
func (t *Table) hintPlays(ctx context.Context, h *Hint) error {
	ranked, err := t.Rank(ctx)
	if err != nil {
		return err
	}
	st, err := t.Adviser.Stakes(&t.Match)
	h.Best = board.FormatPlay(t.Position, ranked[0].Play)
	h.Ranking = &advice.Ranking{
		Position: t.Position, Class: t.Adviser.Static().ClassOf(&t.Position).String(), Roll: t.Match.Dice,
		Plies: h.Plies, Plays: ranked[:min(hintPlays, len(ranked))], Stakes: st,
	}
	return err
}

// hintDouble evaluates the user's double.
func (t *Table) hintDouble(ctx context.Context, h *Hint) error {
	d, err := t.weighDouble(ctx)
	if err != nil {
		return err
	}
	e, v := &d.Equities, &d.Values
	h.of(&d.Chances, d.String())
	t.option(h, "no double", e.NoDouble, v.NoDouble)
	t.option(h, "double, take", e.DoubleTake, v.DoubleTake)
	t.option(h, "double, pass", e.DoublePass, v.DoublePass)
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
	h.of(&a.Chances, advice.AnswerText(a.Best()))
	t.option(h, "take", a.Take, a.TakeMWC)
	t.option(h, "pass", a.Pass, a.PassMWC)
	if a.MayBeaver {
		t.option(h, "beaver", a.Beaver, 0)
	}
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
	best := "reject"
	if offer.Accept(offerMargin) {
		best = "accept"
	}
	h.of(&chances, best)
	playOn, accept, st := offer.Opponent()
	t.option(h, "play on", st.Equity(playOn), playOn)
	t.option(h, "accept", st.Equity(accept), accept)
	return nil
}

// of sets the user's chances and the best decision.
func (h *Hint) of(chances *engine.Probabilities, best string) {
	shown := engine.NewChances(chances, chances.Equity())
	h.Chances, h.Best = &shown, plaintext.Capital(best)
}

// option adds an option with its equity and, in matches, the chance to win the match.
func (t *Table) option(h *Hint, name string, equity, value float64) {
	o := Option{Name: name, Equity: equity}
	if t.Length > 0 {
		o.MWC = &value
	}
	h.Options = append(h.Options, o)
}

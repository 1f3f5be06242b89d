package main

import (
	"context"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/cube"
)

// answerKind is an answer to a double.
type answerKind uint8

// The answers.
const (
	takes answerKind = iota
	passes
	beavers
)

// answers are what there is to say to a double, each with its normalised equity
// for the side that must answer, at the cube before the last double, so that a
// pass costs 1. In matches there are the chances to win the match, too.
type answers struct {
	chances            engine.Probabilities // of the side that must answer
	take, pass, beaver float64
	mayBeaver          bool
	takeMWC, passMWC   float64
}

// best returns the right answer.
func (a *answers) best() answerKind {
	switch {
	case a.mayBeaver && a.beaver > a.take:
		return beavers
	case a.take >= a.pass:
		return takes
	}
	return passes
}

// answers weighs the answers to the double that the match has on offer.
func (j *judge) answers(ctx context.Context, pos *board.Position, m *board.Match, mayBeaver bool) (*answers, error) {
	before := *m
	if m.Length == 0 {
		// A beaver has moved the cube; what a take is worth depends only on where
		// it will be.
		before.Owner = board.Nobody
	}
	st, err := j.stakes(&before)
	if err != nil {
		return nil, err
	}
	d, chances, err := j.cubeful.Decide(ctx, pos, st)
	if err != nil {
		return nil, err
	}
	a := &answers{
		chances: chances, take: d.Equities.DoubleTake, pass: -1, mayBeaver: mayBeaver,
		takeMWC: d.Values.DoubleTake, passMWC: d.Values.DoublePass,
	}
	if m.Turn != m.Roller { // the other side's view
		a.chances, a.take = chances.Swap(), -a.take
		a.takeMWC, a.passMWC = 1-a.takeMWC, 1-a.passMWC
	}
	a.beaver = 2 * a.take
	return a, nil
}

// doubling returns the decision of the player on roll about a double, and that
// player's chances.
func (j *judge) doubling(ctx context.Context, pos *board.Position, m *board.Match) (*cube.Decision, *engine.Probabilities, error) {
	st, err := j.stakes(m)
	if err != nil {
		return nil, nil, err
	}
	d, chances, err := j.cubeful.Decide(ctx, pos, st)
	return &d, &chances, err
}

// lost is the chance below which a game counts as lost for certain: databases
// round to 1/65535.
const lost = 1e-4

// resignation returns the kind of resignation, 1 to 3, that costs the player on
// roll nothing because the game is lost for certain and so are the points, 0 if
// there is none. Only databases are certain.
func (j *judge) resignation(pos *board.Position, m *board.Match) (int, error) {
	p, _, known := j.searcher.Static().Databases().Evaluate(pos)
	if !known || p[engine.Win] > lost {
		return 0, nil
	}
	st, err := j.stakes(m)
	if err != nil {
		return 0, err
	}
	least := func(kind int) bool { return st.Points(-kind) == st.Points(-3) } // more costs nothing
	switch gammon, backgammon := p[engine.LoseGammon], p[engine.LoseBackgammon]; {
	case least(1) || gammon <= lost:
		return 1, nil
	case gammon >= 1-lost && (least(2) || backgammon <= lost):
		return 2, nil
	case backgammon >= 1-lost:
		return 3, nil
	}
	return 0, nil
}

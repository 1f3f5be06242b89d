package table

import (
	"context"

	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
)

// Decision is the kind of the user's decision.
type Decision uint8

// The decisions.
const (
	NoDecision      Decision = iota
	WhatToPlay               // after the roll
	WhetherToDouble          // double, or throw the dice
	WhichDice                // the rolls are entered by hand
	WhetherToTake            // the net has doubled, or answered by a beaver
	WhetherToAccept          // the net resigns
	WhetherToGoOn            // the game is over
)

// decisionNames are the names of the decisions in files and responses.
var decisionNames = [...]string{"none", "move", "double", "dice", "take", "accept", "begin"}

// String names the decision.
func (d Decision) String() string { return decisionNames[d] }

// Turn is a deed about which the user was not asked, with its results.
type Turn struct {
	Deed
	Dice    board.Roll // for Move
	Forced  bool       // there was no other play
	BearOff bool       // the table bore off for the user
	Offered int        // value of the cube after a take
}

// Decision returns the user's decision. It is NoDecision while Next has something to do.
func (t *Table) Decision() Decision {
	m := &t.Match
	switch {
	case t.Over():
		return WhetherToGoOn
	case m.Resigns > 0:
		return WhetherToAccept
	case t.asked:
		return WhichDice
	case m.Turn != User:
		return NoDecision
	case m.Doubled:
		return WhetherToTake
	case m.Dice == board.Roll{}:
		return t.beforeDice()
	}
	plays := board.Plays(t.Position, m.Dice)
	if _, bearsOff := t.bearsOff(plays); len(plays) < 2 || bearsOff {
		return NoDecision
	}
	return WhatToPlay
}

// beforeDice returns the user's decision before the dice.
func (t *Table) beforeDice() Decision {
	switch {
	case t.MayDouble() == nil:
		return WhetherToDouble
	case t.ByHand():
		return WhichDice
	}
	return NoDecision
}

// Next performs everything that is not a decision of the user: the net's turn, and forced
// actions of the user. It returns nil when the user has to decide.
func (t *Table) Next(ctx context.Context) (*Turn, error) {
	m := &t.Match
	switch {
	case t.Decision() != NoDecision:
		return nil, nil
	case m.Doubled:
		return t.netAnswers(ctx)
	case m.Dice != board.Roll{}:
		return t.playRoll(ctx)
	case m.Roller == Net:
		if done, err := t.netBeforeDice(ctx); done != nil || err != nil {
			return done, err
		}
		if t.ByHand() {
			t.asked = true
			return nil, nil
		}
	}
	if err := t.Do(Deed{Kind: Roll, Net: m.Roller == Net}); err != nil {
		return nil, err
	}
	return t.Next(ctx)
}

// turn performs a deed without asking the user.
func (t *Table) turn(done Turn) (*Turn, error) {
	if err := t.Do(done.Deed); err != nil {
		return nil, err
	}
	return &done, nil
}

// netBeforeDice lets the net resign or double. It returns nil if the net does neither.
func (t *Table) netBeforeDice(ctx context.Context) (*Turn, error) {
	st, err := t.Adviser.Stakes(&t.Match)
	if err != nil {
		return nil, err
	}
	if kind := t.Adviser.Resign(&t.Position, st); kind > t.declined {
		return t.turn(Turn{Deed: Deed{Kind: Offer, Net: true, Value: kind}})
	}
	if t.MayDouble() != nil {
		return nil, nil
	}
	doubles, err := t.netDoubles(ctx, st)
	if err != nil || !doubles {
		return nil, err
	}
	return t.turn(Turn{Deed: Deed{Kind: Double, Net: true}, Offered: 2 * t.Match.Cube})
}

// netDoubles reports whether the net, which may double, doubles.
func (t *Table) netDoubles(ctx context.Context, st *cube.Stakes) (bool, error) {
	if t.Rival != nil {
		return t.Rival.Doubles(ctx, &t.Position, &t.Match)
	}
	d, err := t.Adviser.Double(ctx, &t.Position, st)
	return err == nil && d.Double(), err
}

// netAnswer returns the net's answer to a double: Take, Drop or Beaver.
func (t *Table) netAnswer(ctx context.Context) (game.Answer, error) {
	if t.Rival == nil {
		a, err := t.Answers(ctx)
		if err != nil {
			return game.Drop, err
		}
		return a.Best(), nil
	}
	if t.MayBeaver() == nil {
		if beavers, err := t.Rival.Beavers(ctx, &t.Position, &t.Match); beavers || err != nil {
			return game.Beaver, err
		}
	}
	takes, err := t.Rival.Takes(ctx, &t.Position, &t.Match)
	if takes {
		return game.Take, err
	}
	return game.Drop, err
}

// netAnswers lets the net answer a double.
func (t *Table) netAnswers(ctx context.Context) (*Turn, error) {
	answer, err := t.netAnswer(ctx)
	if err != nil {
		return nil, err
	}
	done := Turn{Deed: Deed{Kind: Drop, Net: true}, Offered: 2 * t.Match.Cube}
	switch answer {
	case game.Take:
		done.Kind = Take
	case game.Beaver:
		done.Kind, done.Offered = Beaver, 4*t.Match.Cube
	}
	return t.turn(done)
}

// Rank returns the plays of the dice, the best first.
func (t *Table) Rank(ctx context.Context) ([]advice.Candidate, error) {
	st, err := t.Adviser.Stakes(&t.Match)
	if err != nil {
		return nil, err
	}
	return t.Adviser.Rank(ctx, &t.Position, board.Plays(t.Position, t.Match.Dice), st)
}

// playRoll plays the roll for the net, or for a user without choice.
func (t *Table) playRoll(ctx context.Context) (*Turn, error) {
	m := &t.Match
	done := Turn{Deed: Deed{Kind: Move, Net: m.Roller == Net}, Dice: m.Dice}
	plays := board.Plays(t.Position, m.Dice)
	done.Forced = len(plays) == 1
	if len(plays) > 0 {
		play, bearsOff := t.bearsOff(plays)
		if done.BearOff = bearsOff && !done.Forced; !bearsOff {
			var err error
			if play, err = t.netPlay(ctx, plays); err != nil {
				return nil, err
			}
		}
		done.Play = board.FormatPlay(t.Position, play)
	}
	return t.turn(done)
}

// netPlay returns the net's choice among the plays of the dice.
func (t *Table) netPlay(ctx context.Context, plays []board.Play) (board.Play, error) {
	if len(plays) == 1 {
		return plays[0], nil
	}
	if t.Rival != nil {
		i, err := t.Rival.ChooseAt(ctx, &t.Position, &t.Match, t.Match.Dice, plays)
		if err != nil {
			return board.Play{}, err
		}
		return plays[i], nil
	}
	ranked, err := t.Rank(ctx)
	if err != nil {
		return board.Play{}, err
	}
	return ranked[0].Play, nil
}

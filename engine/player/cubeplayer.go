package player

import (
	"context"
	"fmt"

	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/engine"
	"gammonlab/engine/cube"
)

// CubePlayer is a player that also handles the doubling cube and the score. The
// match has the cube, its owner and the score; its Roller is the player on
// roll, whose point of view the position has. A player that is not a CubePlayer
// ignores cube and score, never doubles and takes every double. Contexts are as
// in [engine.Player].
type CubePlayer interface {
	engine.Player

	// ChooseAt returns the index of a play among the legal plays of the roll, of
	// which there must be at least one.
	ChooseAt(ctx context.Context, pos *board.Position, m *board.Match, roll board.Roll, plays []board.Play) (int, error)

	// Doubles reports whether the player on roll, who may double, doubles.
	Doubles(ctx context.Context, pos *board.Position, m *board.Match) (bool, error)

	// Takes reports whether the player takes a double. The position has the point
	// of view of the opponent, who has doubled; the match has the cube before the
	// double.
	Takes(ctx context.Context, pos *board.Position, m *board.Match) (bool, error)
}

// Decider is a CubePlayer that states its cube decisions with their equities.
type Decider interface {
	CubePlayer

	// Decide returns the decision of the player on roll, who may double. Doubles and Takes
	// agree with it, without beavers.
	Decide(ctx context.Context, pos *board.Position, m *board.Match) (*cube.Decision, error)
}

// RulesPlayer is a CubePlayer that supports rules that are not part of the
// match state. Other players use their own rules, never beaver, and take
// beavers.
type RulesPlayer interface {
	CubePlayer

	// SetRules sets the match equity table, nil for the default, and whether
	// beavers are allowed in money games.
	SetRules(met *cube.MET, beavers bool)

	// Beavers reports whether the player whose turn it is beavers; if not, Takes is
	// called. After a beaver it is called for the doubler: then the match's Turn is
	// its Roller, and the cube is the opponent's, with its value without the
	// beaver. The position always has the Roller's point of view.
	Beavers(ctx context.Context, pos *board.Position, m *board.Match) (bool, error)
}

// double gets the cube decision of the player on roll and the answers of both
// players.
func (l *Loop) double(ctx context.Context, s *game.State) error {
	player := s.Match.Roller
	p, ok := l.Players[player].(CubePlayer)
	if !ok || s.MayDouble() != nil {
		return nil
	}
	double, err := p.Doubles(ctx, &s.Position, &s.Match)
	if err != nil {
		return fmt.Errorf("%s to double from %s: %w", l.Names[player], s.Position.ID(), err)
	}
	if err := l.Observer.Doubles(s, double); err != nil || !double {
		return err
	}
	if err := s.Double(); err != nil {
		return err
	}
	for s.Match.Doubled {
		if err := l.answer(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

// answer gets and applies the answer of the player whose turn it is to the
// double on offer.
func (l *Loop) answer(ctx context.Context, s *game.State) error {
	answer, err := l.chooseAnswer(ctx, s)
	if err != nil {
		return fmt.Errorf("%s to take in %s: %w", l.Names[s.Match.Turn], s.Position.ID(), err)
	}
	if err := l.Observer.Answers(s, answer); err != nil {
		return err
	}
	switch answer {
	case game.Take:
		return s.Take()
	case game.Drop:
		return s.Drop()
	}
	return s.Beaver()
}

// chooseAnswer returns the answer of the player whose turn it is: take, drop
// or, if allowed, beaver.
func (l *Loop) chooseAnswer(ctx context.Context, s *game.State) (game.Answer, error) {
	p, ok := l.Players[s.Match.Turn].(CubePlayer)
	byRules, knows := p.(RulesPlayer)
	if !ok || !knows && s.Match.Turn == s.Match.Roller {
		return game.Take, nil
	}
	if knows && s.MayBeaver() == nil {
		beaver, err := byRules.Beavers(ctx, &s.Position, &s.Match)
		if err != nil || beaver {
			return game.Beaver, err
		}
	}
	take, err := p.Takes(ctx, &s.Position, &s.Match)
	if err != nil || take {
		return game.Take, err
	}
	return game.Drop, nil
}

package selfplay

import (
	"context"
	"fmt"

	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/board/record"
	"gammonlab/engine"
	"gammonlab/engine/cube"
)

// CubePlayer is a player that also handles the doubling cube and the score. The
// match has the cube, its owner and the score; its Roller is the player on roll,
// from whose view the position is. A player that is no CubePlayer chooses
// plays without looking at any of that, never doubles and takes every double.
// Contexts are those of [engine.Player].
type CubePlayer interface {
	engine.Player

	// ChooseAt returns the index of its choice among the legal plays of the roll,
	// of which there is at least one.
	ChooseAt(ctx context.Context, pos *board.Position, m *board.Match, roll board.Roll, plays []board.Play) (int, error)

	// Doubles reports whether the player doubles, who is on roll and may.
	Doubles(ctx context.Context, pos *board.Position, m *board.Match) (bool, error)

	// Takes reports whether the player takes a double. The position is seen by
	// the opponent, who has doubled; the cube of the match is that before.
	Takes(ctx context.Context, pos *board.Position, m *board.Match) (bool, error)
}

// RulesPlayer is a CubePlayer that accepts what the state of a match does not
// say. Another one plays by rules of its own: it never beavers and takes beavers.
type RulesPlayer interface {
	CubePlayer

	// SetRules gives the match equity table, nil for the default, and says whether
	// beavers are allowed in money games.
	SetRules(met *cube.MET, beavers bool)

	// Beavers reports whether the player, whose turn it is, answers a double by
	// another one; if not, Takes is asked. Who doubled is asked in the same way
	// when the answer was a beaver: the match's Turn is then its Roller, the cube
	// the opponent's and what it would have been without the beaver. The position
	// is seen by the Roller all the time.
	Beavers(ctx context.Context, pos *board.Position, m *board.Match) (bool, error)
}

// double asks the player on roll whether to double, and both in turn how they
// answer.
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

// answer lets the player whose turn it is answer the double on offer.
func (l *Loop) answer(ctx context.Context, s *game.State) error {
	answer, err := l.chooseAnswer(ctx, s)
	if err != nil {
		return fmt.Errorf("%s to take in %s: %w", l.Names[s.Match.Turn], s.Position.ID(), err)
	}
	if err := l.Observer.Answers(s, answer); err != nil {
		return err
	}
	switch answer {
	case record.Take:
		return s.Take()
	case record.Drop:
		return s.Drop()
	}
	return s.Beaver()
}

// chooseAnswer returns whether the player whose turn it is takes, drops or, if it
// may, beavers.
func (l *Loop) chooseAnswer(ctx context.Context, s *game.State) (record.Kind, error) {
	p, ok := l.Players[s.Match.Turn].(CubePlayer)
	byRules, knows := p.(RulesPlayer)
	if !ok || !knows && s.Match.Turn == s.Match.Roller {
		return record.Take, nil
	}
	if knows && s.MayBeaver() == nil {
		beaver, err := byRules.Beavers(ctx, &s.Position, &s.Match)
		if err != nil || beaver {
			return record.Beaver, err
		}
	}
	take, err := p.Takes(ctx, &s.Position, &s.Match)
	if err != nil || take {
		return record.Take, err
	}
	return record.Drop, nil
}

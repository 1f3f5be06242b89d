package player

import (
	"context"
	"fmt"

	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/internal/workers"
)

// Chooser chooses plays. Every [engine.Player] is a Chooser; one that is also a
// [CubePlayer] handles the cube and the score.
type Chooser interface {
	// Choose returns the index of a play among the legal plays of the roll, of
	// which there must be at least one.
	Choose(ctx context.Context, pos *board.Position, roll board.Roll, plays []board.Play) (int, error)
}

// Observer watches games. Each method gets the game before the event; an error
// ends the game.
type Observer interface {
	// Doubles is called after the decision of a player who may double.
	Doubles(s *game.State, double bool) error

	// Answers is called after the player whose turn it is has answered a double by
	// [game.Take], [game.Drop] or [game.Beaver].
	Answers(s *game.State, answer game.Answer) error

	// Rolled is called after a roll.
	Rolled(s *game.State) error

	// Plays is called with the index of the chosen play, -1 if there are no plays.
	// The plays are valid only during the call.
	Plays(s *game.State, plays []board.Play, chosen int) error
}

// Blind is an [Observer] that does nothing. Embed it in observers that need
// only some of the methods.
type Blind struct{}

// Doubles implements [Observer].
func (Blind) Doubles(*game.State, bool) error { return nil }

// Answers implements [Observer].
func (Blind) Answers(*game.State, game.Answer) error { return nil }

// Rolled implements [Observer].
func (Blind) Rolled(*game.State) error { return nil }

// Plays implements [Observer].
func (Blind) Plays(*game.State, []board.Play, int) error { return nil }

// Loop plays games. It is not safe for concurrent use.
type Loop struct {
	Players  [2]Chooser // by [board.Player]
	Names    [2]string  // of the players, for errors
	Dice     board.Dice
	Observer Observer // nil for none
	MaxPlies int      // ends games of weak players that might never end

	gen board.Generator
}

// Play plays a game to its end, or until MaxPlies. No double is offered before
// the first roll. Errors name the ply, and errors of a player the decision.
// When ctx is cancelled, the error wraps its cause.
func (l *Loop) Play(ctx context.Context, s *game.State) error {
	if l.Observer == nil {
		l.Observer = Blind{}
	}
	for s.Plies < l.MaxPlies && !s.Over() {
		if err := workers.Interrupted(ctx); err != nil {
			return err
		}
		if err := l.turn(ctx, s); err != nil {
			return fmt.Errorf("ply %d: %w", s.Plies+1, err)
		}
	}
	return nil
}

// turn plays the turn of the player on roll.
func (l *Loop) turn(ctx context.Context, s *game.State) error {
	if s.Plies > 0 {
		if err := l.double(ctx, s); err != nil || s.Over() {
			return err
		}
	}
	if err := s.Throw(l.Dice); err != nil {
		return err
	}
	if err := l.Observer.Rolled(s); err != nil {
		return err
	}
	plays := l.gen.Plays(&s.Position, s.Match.Dice)
	result, chosen := s.Position.Swap(), -1
	if len(plays) > 0 {
		var err error
		if chosen, err = l.choose(ctx, s, plays); err != nil {
			return err
		}
		result = plays[chosen].Result
	}
	if err := l.Observer.Plays(s, plays, chosen); err != nil {
		return err
	}
	s.Play(result)
	return nil
}

// choose returns the choice of the player on roll. A CubePlayer gets the cube
// and the score.
func (l *Loop) choose(ctx context.Context, s *game.State, plays []board.Play) (int, error) {
	player, roll := s.Match.Roller, s.Match.Dice
	var chosen int
	var err error
	if p, ok := l.Players[player].(CubePlayer); ok && (!s.NoCube || s.Length > 0) {
		chosen, err = p.ChooseAt(ctx, &s.Position, &s.Match, roll, plays)
	} else {
		chosen, err = l.Players[player].Choose(ctx, &s.Position, roll, plays)
	}
	if err == nil && (chosen < 0 || chosen >= len(plays)) {
		err = fmt.Errorf("it chose play number %d of %d", chosen, len(plays))
	}
	if err != nil {
		err = fmt.Errorf("%s to play %v from %s: %w", l.Names[player], roll, s.Position.ID(), err)
	}
	return chosen, err
}

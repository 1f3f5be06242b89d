package protocol

import (
	"context"
	"fmt"

	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/engine/search"
	"gammonlab/engine/search/cubeful"
)

// Decider answers questions by looking ahead with the cube, or without. It
// serves one goroutine.
type Decider struct {
	Cubeful  *cubeful.Searcher
	Cubeless *search.Searcher
	MET      *cube.MET // for matches

	// PlayCubeless has plays chosen by the cubeless money equity. Doubles are
	// decided with the cube all the same.
	PlayCubeless bool
}

// Answer is what to say to a double.
type Answer uint8

// The answers.
const (
	Drop Answer = iota
	Take
	Beaver // take, and double at once
)

// Play returns the play of the question's dice, false if there is none.
func (d *Decider) Play(ctx context.Context, q *Question) (board.Play, bool, error) {
	plays := board.Plays(q.Position, q.Match.Dice)
	switch {
	case len(plays) == 0:
		return board.Play{}, false, nil
	case len(plays) == 1:
		return plays[0], true, nil
	case d.PlayCubeless || q.NoCube:
		best, _, err := d.Cubeless.Best(ctx, &q.Position, plays)
		if err != nil {
			return board.Play{}, false, err
		}
		return plays[best], true, nil
	}
	st, err := d.stakes(q)
	if err != nil {
		return board.Play{}, false, err
	}
	ranked, err := d.Cubeful.Rank(ctx, &q.Position, plays, st)
	if err != nil {
		return board.Play{}, false, err
	}
	return ranked[0].Play, true, nil
}

// Double reports whether the player on roll should double.
func (d *Decider) Double(ctx context.Context, q *Question) (bool, error) {
	st, err := d.stakes(q)
	if err != nil {
		return false, err
	}
	if st.Doubled() == nil {
		return false, nil
	}
	decision, _, err := d.Cubeful.Decide(ctx, &q.Position, st)
	return decision.Double(), err
}

// Answer returns what to say to the roller's double.
func (d *Decider) Answer(ctx context.Context, q *Question) (Answer, error) {
	st, err := d.stakes(q)
	if err != nil {
		return Drop, err
	}
	if st.Doubled() == nil {
		s := st.State()
		if before := s.Game(); before.MayDouble() == game.ErrDeadCube {
			return Take, nil // the doubler has nothing to gain, and may lose more
		}
		return Drop, fmt.Errorf("protocol: a double is offered that the rules do not allow (cube %d, owner %v)", s.Cube, s.Owner)
	}
	decision, _, err := d.Cubeful.Decide(ctx, &q.Position, st)
	switch {
	case err != nil:
		return Drop, err
	case decision.Action == cube.NoDoubleBeaver, decision.Action == cube.DoubleBeaver:
		return Beaver, nil
	case decision.Take():
		return Take, nil
	}
	return Drop, nil
}

// Accepts reports whether the roller's opponent should be content with the
// roller's giving up the game, 1 for a single one to 3 for a backgammon: whether
// that brings as much as playing on.
func (d *Decider) Accepts(ctx context.Context, q *Question, kind int) (bool, error) {
	st, err := d.stakes(q)
	if err != nil {
		return false, err
	}
	value, _, err := d.Cubeful.Value(ctx, &q.Position, st)
	return st.Points(-kind) <= value, err
}

// Evaluate returns the chances of the player on roll and what the position is
// worth to that player with the cube or without: in matches the chance to win
// the match, in money games points per point of the cube.
func (d *Decider) Evaluate(ctx context.Context, q *Question, withCube bool) (engine.Probabilities, float64, error) {
	st, err := d.stakes(q)
	if err != nil {
		return engine.Probabilities{}, 0, err
	}
	if withCube {
		value, chances, err := d.Cubeful.Value(ctx, &q.Position, st)
		return chances, value, err
	}
	var p [1]engine.Probabilities
	if err := d.Cubeless.EvaluateContext(ctx, p[:], []board.Position{q.Position}); err != nil {
		return p[0], 0, err
	}
	if q.Match.Length > 0 {
		return p[0], st.Dead(&p[0]), nil
	}
	return p[0], float64(p[0].Equity()), nil
}

// stakes returns what the game is about to the roller, before a double that is
// on offer. Cubes that only pointless doubles lead to, which other programs let
// their users make, count for half until they are what package cube takes.
func (d *Decider) stakes(q *Question) (*cube.Stakes, error) {
	s, err := cube.FromMatch(&q.Match)
	if err != nil && q.Match.Length > 0 && q.Match.Cube > 1 {
		halved := *q
		if halved.Match.Cube /= 2; halved.Match.Cube == 1 {
			halved.Match.Owner = board.Nobody
		}
		return d.stakes(&halved)
	}
	if err != nil {
		return nil, err
	}
	s.Beavers = s.Beavers && q.Beavers
	return cube.Prepare(s, d.MET)
}

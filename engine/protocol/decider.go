package protocol

import (
	"context"
	"fmt"

	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
)

// Decider answers questions with an adviser. The adviser must allow beavers;
// questions state whether they are allowed. It is not safe for concurrent use.
type Decider struct {
	Adviser *advice.Adviser

	// Errs, if not nil, selects the plays and the cube actions instead of the adviser, for a
	// player that errs. It has the rules of the adviser.
	Errs Chooser

	// PlayCubeless selects plays by cubeless money equity. Doubles are still
	// decided with the cube.
	PlayCubeless bool
}

// Chooser selects plays and cube actions, as [advice.Adviser] does.
type Chooser interface {
	Best(ctx context.Context, pos *board.Position, plays []board.Play, st *cube.Stakes) (int, error)
	Double(ctx context.Context, pos *board.Position, st *cube.Stakes) (*advice.Doubling, error)
}

// Chooser returns what selects the plays and the cube actions.
func (d *Decider) Chooser() Chooser {
	if d.Errs != nil {
		return d.Errs
	}
	return d.Adviser
}

// Play returns the best play of the question's dice. It returns false if there
// is no legal play.
func (d *Decider) Play(ctx context.Context, q *Question) (board.Play, bool, error) {
	plays := board.Plays(q.Position, q.Match.Dice)
	if len(plays) == 0 {
		return board.Play{}, false, nil
	}
	var st *cube.Stakes
	if len(plays) > 1 && !d.PlayCubeless && !q.NoCube {
		var err error
		if st, err = d.stakes(q); err != nil {
			return board.Play{}, false, err
		}
	}
	best, err := d.Chooser().Best(ctx, &q.Position, plays, st)
	return plays[best], err == nil, err
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
	decision, err := d.Chooser().Double(ctx, &q.Position, st)
	return err == nil && decision.Double(), err
}

// Answer returns the correct answer to the roller's double: [game.Take],
// [game.Drop] or [game.Beaver].
func (d *Decider) Answer(ctx context.Context, q *Question) (game.Answer, error) {
	st, err := d.stakes(q)
	if err != nil {
		return game.Drop, err
	}
	if st.Doubled() == nil {
		s := st.State()
		if before := s.Game(); before.MayDouble() == game.ErrDeadCube {
			return game.Take, nil // the doubler cannot gain and may lose more
		}
		return game.Drop, fmt.Errorf("a double is offered that the rules do not allow (cube %d, owner %v)", s.Cube, s.Owner)
	}
	decision, err := d.Chooser().Double(ctx, &q.Position, st)
	if err != nil {
		return game.Drop, err
	}
	state := st.State()
	return decision.Answers(&q.Match, state.MayBeaver()).Best(), nil
}

// Accepts reports whether the roller's opponent should accept a resignation,
// from 1 for a single game to 3 for a backgammon: whether it is worth at least
// as much as playing on.
func (d *Decider) Accepts(ctx context.Context, q *Question, kind int) (bool, error) {
	st, err := d.stakes(q)
	if err != nil {
		return false, err
	}
	value, _, err := d.Adviser.Value(ctx, &q.Position, st)
	return err == nil && advice.NewResignation(st, value, kind).Accept(0), err
}

// Evaluate returns the probabilities and the value of the position for the
// player on roll, with or without the cube. The value is the match-winning
// chance in matches, and points per point of the cube in money games.
func (d *Decider) Evaluate(ctx context.Context, q *Question, withCube bool) (engine.Probabilities, float64, error) {
	st, err := d.stakes(q)
	if err != nil {
		return engine.Probabilities{}, 0, err
	}
	if withCube {
		value, chances, err := d.Adviser.Value(ctx, &q.Position, st)
		return chances, value, err
	}
	value, p, err := d.Adviser.Value(ctx, &q.Position, nil)
	if q.Match.Length > 0 {
		value = st.Dead(&p)
	}
	return p, value, err
}

// stakes returns the stakes of the roller, before a double that is on offer.
// Other programs allow pointless doubles; a cube that results from them is
// halved until package cube accepts it.
func (d *Decider) stakes(q *Question) (*cube.Stakes, error) {
	s, err := cube.FromXGID(&board.XGID{Match: q.Match, Beavers: q.Beavers, MaxCube: q.MaxCube})
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
	return d.Adviser.StakesOf(s)
}

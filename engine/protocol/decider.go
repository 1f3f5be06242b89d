package protocol

import (
	"context"
	"fmt"

	"gammonlab/board"
	"gammonlab/board/game"
	"gammonlab/board/record"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
)

// Decider answers questions by what an adviser says, with the cube or without. The
// adviser allows beavers; questions say where there are none. It serves one
// goroutine.
type Decider struct {
	Adviser *advice.Adviser

	// PlayCubeless has plays chosen by the cubeless money equity. Doubles are
	// decided with the cube all the same.
	PlayCubeless bool
}

// Play returns the play of the question's dice, false if there is none.
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
	best, err := d.Adviser.Best(ctx, &q.Position, plays, st)
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
	decision, err := d.Adviser.Double(ctx, &q.Position, st)
	return err == nil && decision.Double(), err
}

// Answer returns what to say to the roller's double: [record.Take], [record.Drop]
// or [record.Beaver].
func (d *Decider) Answer(ctx context.Context, q *Question) (record.Kind, error) {
	st, err := d.stakes(q)
	if err != nil {
		return record.Drop, err
	}
	if st.Doubled() == nil {
		s := st.State()
		if before := s.Game(); before.MayDouble() == game.ErrDeadCube {
			return record.Take, nil // the doubler has nothing to gain, and may lose more
		}
		return record.Drop, fmt.Errorf("protocol: a double is offered that the rules do not allow (cube %d, owner %v)", s.Cube, s.Owner)
	}
	decision, err := d.Adviser.Double(ctx, &q.Position, st)
	if err != nil {
		return record.Drop, err
	}
	state := st.State()
	return decision.Answers(&q.Match, state.Beavers && !state.IsMatch()).Best(), nil
}

// Accepts reports whether the roller's opponent should be content with the
// roller's giving up the game, 1 for a single one to 3 for a backgammon: whether
// that brings as much as playing on.
func (d *Decider) Accepts(ctx context.Context, q *Question, kind int) (bool, error) {
	st, err := d.stakes(q)
	if err != nil {
		return false, err
	}
	value, _, err := d.Adviser.Value(ctx, &q.Position, st)
	return err == nil && advice.NewResignation(st, value, kind).Accept(0), err
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
		value, chances, err := d.Adviser.Value(ctx, &q.Position, st)
		return chances, value, err
	}
	value, p, err := d.Adviser.Value(ctx, &q.Position, nil)
	if q.Match.Length > 0 {
		value = st.Dead(&p)
	}
	return p, value, err
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
	return d.Adviser.StakesOf(s)
}

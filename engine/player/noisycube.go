package player

import (
	"context"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
)

// ChooseAt returns the index of the play with the highest cubeful value at the
// score of the match, with noise.
func (n *Noisy) ChooseAt(ctx context.Context, pos *board.Position, m *board.Match, _ board.Roll, plays []board.Play) (int, error) {
	if len(plays) == 1 {
		return 0, nil
	}
	st, err := n.advice.Stakes(m)
	if err != nil {
		return 0, err
	}
	return n.Best(ctx, pos, plays, st)
}

// Best returns the index of the best play at the stakes, by cubeless money equity if they are
// nil, as [advice.Adviser.Best], with noise.
func (n *Noisy) Best(ctx context.Context, pos *board.Position, plays []board.Play, st *cube.Stakes) (int, error) {
	switch {
	case len(plays) == 1:
		return 0, nil
	case st == nil:
		return n.Choose(ctx, pos, board.Roll{}, plays)
	case n.noise.Plays == 0:
		return n.advice.Best(ctx, pos, plays, st)
	}
	ranked, err := n.advice.Rank(ctx, pos, plays, st)
	if err != nil {
		return 0, err
	}
	best, most := 0, 0.0
	for i := range ranked {
		if ranked[i].Plies < ranked[0].Plies {
			break
		}
		value := ranked[i].Value
		if result := &ranked[i].Play.Result; result.Result() == 0 {
			p := ranked[i].Probabilities.Swap()
			noisy := n.noisy(result, &p, playStream, n.noise.Plays)
			value -= change(st.Swap(), &p, &noisy)
		}
		if i == 0 || value > most {
			best, most = i, value
		}
	}
	return advice.IndexOf(plays, &ranked[best].Play.Result), nil
}

// Double returns the cube decision of the player on roll, as [advice.Adviser.Double], with noise.
func (n *Noisy) Double(ctx context.Context, pos *board.Position, st *cube.Stakes) (*advice.Doubling, error) {
	return n.decide(ctx, pos, st)
}

// change returns the change by noise of a value with a dead cube.
func change(st *cube.Stakes, p, noisy *engine.Probabilities) float64 {
	return st.Dead(noisy) - st.Dead(p)
}

// perturbDouble adds noise to the values of a cube decision.
func (n *Noisy) perturbDouble(pos *board.Position, st *cube.Stakes, d *advice.Doubling) {
	if n.noise.Cube == 0 || st.Doubled() == nil {
		return
	}
	noisy := n.noisy(pos, &d.Chances, cubeStream, n.noise.Cube)
	perDoubled := st.Take(1) // a unit at the doubled stakes in the unit of these
	d.Decision = st.Decision(
		d.Values.NoDouble+change(st, &d.Chances, &noisy),
		d.Values.DoubleTake/perDoubled+change(st.Doubled(), &d.Chances, &noisy), &noisy)
}

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
func (n *Noisy) ChooseAt(ctx context.Context, pos *board.Position, m *board.Match, roll board.Roll, plays []board.Play) (int, error) {
	if n.noise.Plays == 0 || len(plays) == 1 {
		return n.adviser.ChooseAt(ctx, pos, m, roll, plays)
	}
	st, err := n.advice.Stakes(m)
	if err != nil {
		return 0, err
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

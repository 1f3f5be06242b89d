package player

import (
	"context"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/cube"
)

// ChooseAt returns the index of the play that is worth most with the cube and at
// the score of the match, but for noise.
func (n *Noisy) ChooseAt(ctx context.Context, pos *board.Position, m *board.Match, roll board.Roll, plays []board.Play) (int, error) {
	if n.noise.Plays == 0 || len(plays) == 1 {
		return n.hand.ChooseAt(ctx, pos, m, roll, plays)
	}
	ranked, st, err := n.rank(ctx, pos, m, plays)
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
	return indexOf(plays, &ranked[best].Play), nil
}

// change returns by how much noise changes a value with a dead cube.
func change(st *cube.Stakes, p, noisy *engine.Probabilities) float64 {
	return st.Dead(noisy) - st.Dead(p)
}

// Doubles reports whether the player on roll, who may, doubles.
func (n *Noisy) Doubles(ctx context.Context, pos *board.Position, m *board.Match) (bool, error) {
	d, err := n.decide(ctx, pos, m)
	return d.Double(), err
}

// Takes reports whether the opponent of the player on roll, who has doubled,
// takes; or the other way round, if that was answered by a beaver.
func (n *Noisy) Takes(ctx context.Context, pos *board.Position, m *board.Match) (bool, error) {
	d, err := n.decide(ctx, pos, offered(m))
	return takes(&d, m), err
}

// Beavers reports whether who must answer the double that is on offer doubles at
// once in turn.
func (n *Noisy) Beavers(ctx context.Context, pos *board.Position, m *board.Match) (bool, error) {
	d, err := n.decide(ctx, pos, offered(m))
	return worthTaking(&d, m) > 0, err
}

// decide returns the cube decision of the player on roll as it looks with noise.
func (n *Noisy) decide(ctx context.Context, pos *board.Position, m *board.Match) (cube.Decision, error) {
	d, chances, st, err := n.hand.decide(ctx, pos, m)
	if err != nil || n.noise.Cube == 0 || st.Doubled() == nil {
		return d, err
	}
	noisy := n.noisy(pos, &chances, cubeStream, n.noise.Cube)
	perDoubled := st.Take(1) // what a unit at the doubled stakes is at these
	return st.Decision(
		d.Values.NoDouble+change(st, &chances, &noisy),
		d.Values.DoubleTake/perDoubled+change(st.Doubled(), &chances, &noisy), &noisy), nil
}

package advice

import (
	"cmp"
	"context"
	"slices"

	"gammonlab/board"
	"gammonlab/engine/cube"
	"gammonlab/engine/search/cubeful"
)

// Candidate is a play with what it is worth to the player who makes it. Without
// stakes, Value and Equity are the cubeless money equity.
type Candidate = cubeful.Candidate

// Rank returns the plays with what each is worth to the player who makes it, those
// first that were looked at furthest, and among those the best. The first is the
// choice. Each play must come from pos.
func (a *Adviser) Rank(ctx context.Context, pos *board.Position, plays []board.Play, st *cube.Stakes) ([]Candidate, error) {
	if a.withCube(st) {
		s, err := a.ahead()
		if err != nil {
			return nil, err
		}
		return s.Rank(ctx, pos, plays, st)
	}
	ranked, err := a.search.Rank(ctx, pos, plays)
	if err != nil {
		return nil, err
	}
	all := make([]Candidate, len(ranked))
	for i, c := range ranked {
		equity := float64(c.Equity)
		all[i] = Candidate{Play: c.Play, Probabilities: c.Probabilities, Value: equity, Equity: equity, Plies: c.Plies}
	}
	if st != nil {
		withoutCube(all, st)
	}
	return all, nil
}

// withoutCube values candidates at stakes at which nobody doubles, and sorts them
// if the score changes what they are worth.
func withoutCube(all []Candidate, st *cube.Stakes) {
	state := st.State()
	for i := range all {
		all[i].Value = st.Dead(&all[i].Probabilities)
		if state.IsMatch() {
			all[i].Equity = st.Equity(all[i].Value)
		}
	}
	if state.IsMatch() {
		sortDown(all, func(c *Candidate) float64 { return c.Value })
	}
}

// sortDown puts those first that were looked at furthest, and among those the best.
func sortDown(all []Candidate, worth func(c *Candidate) float64) {
	slices.SortStableFunc(all, func(a, b Candidate) int {
		return cmp.Or(cmp.Compare(b.Plies, a.Plies), cmp.Compare(worth(&b), worth(&a)))
	})
}

// Best returns the index of the play that Rank has first; without stakes it
// allocates nothing in use. There must be at least one play.
func (a *Adviser) Best(ctx context.Context, pos *board.Position, plays []board.Play, st *cube.Stakes) (int, error) {
	if len(plays) == 1 {
		return 0, nil
	}
	if st == nil {
		best, _, err := a.search.Best(ctx, pos, plays)
		return best, err
	}
	ranked, err := a.Rank(ctx, pos, plays, st)
	if err != nil {
		return 0, err
	}
	return IndexOf(plays, &ranked[0].Play.Result), nil
}

// IndexOf returns the index of the play that leads to a position; there must be
// one.
func IndexOf(plays []board.Play, result *board.Position) int {
	i := slices.IndexFunc(plays, func(p board.Play) bool { return p.Result == *result })
	if i < 0 {
		panic("advice: a play is none of those that it was ranked with")
	}
	return i
}

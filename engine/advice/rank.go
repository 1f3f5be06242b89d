package advice

import (
	"cmp"
	"context"
	"slices"

	"gammonlab/board"
	"gammonlab/engine/cube"
	"gammonlab/engine/search"
)

// Candidate is a play with its evaluation for the player who makes it. Without
// stakes, Value and Equity are the cubeless money equity.
type Candidate = search.Candidate

// Rank returns the plays with their evaluations for the player who makes them,
// sorted by plies of evaluation, deepest first, and then by value, best first.
// Plays that a roller has rolled out come before all others. The first is the
// choice. All plays must start from pos.
func (a *Adviser) Rank(ctx context.Context, pos *board.Position, plays []board.Play, st *cube.Stakes) ([]Candidate, error) {
	all, _, err := a.rank(ctx, pos, plays, st)
	return all, err
}

// rank is Rank, and says what made the decision.
func (a *Adviser) rank(ctx context.Context, pos *board.Position, plays []board.Play, st *cube.Stakes) ([]Candidate, made, error) {
	return ask(ctx, a, question[[]Candidate]{
		search: func(ctx context.Context, a *Adviser) ([]Candidate, error) { return a.rankBySearch(ctx, pos, plays, st) },
		roll:   a.rollerOfPlays(pos, nil, st),
	})
}

// rankBySearch is Rank without rollouts.
func (a *Adviser) rankBySearch(ctx context.Context, pos *board.Position, plays []board.Play, st *cube.Stakes) ([]Candidate, error) {
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

// withoutCube evaluates candidates at stakes without doubles, and sorts them if
// the score changes their values.
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

// sortDown sorts by plies of evaluation, deepest first, and then by value, best
// first.
func sortDown(all []Candidate, value func(c *Candidate) float64) {
	slices.SortStableFunc(all, func(a, b Candidate) int {
		return cmp.Or(cmp.Compare(b.Plies, a.Plies), cmp.Compare(value(&b), value(&a)))
	})
}

// Best returns the index of the first play by Rank; without stakes it does not
// allocate after its first calls. There must be at least one play.
func (a *Adviser) Best(ctx context.Context, pos *board.Position, plays []board.Play, st *cube.Stakes) (int, error) {
	if len(plays) == 1 {
		return 0, nil
	}
	if o := a.search.Options(); st == nil && o.Rollers == 0 && o.Time == 0 {
		best, _, err := a.search.Best(ctx, pos, plays)
		return best, err
	}
	ranked, err := a.Rank(ctx, pos, plays, st)
	if err != nil {
		return 0, err
	}
	return IndexOf(plays, &ranked[0].Play.Result), nil
}

// IndexOf returns the index of the play with the given result. It panics if
// there is none.
func IndexOf(plays []board.Play, result *board.Position) int {
	i := slices.IndexFunc(plays, func(p board.Play) bool { return p.Result == *result })
	if i < 0 {
		panic("advice: the play is not one of the ranked plays")
	}
	return i
}

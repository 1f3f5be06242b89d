package main

import (
	"cmp"
	"context"
	"slices"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/engine/search"
	"gammonlab/engine/search/cubeful"
)

// judge says what positions, plays and doubles are worth at the table, for the
// net's decisions and for the user's hints alike.
type judge struct {
	searcher *search.Searcher
	cubeful  *cubeful.Searcher // looks as far
	met      *cube.MET         // for matches
	noCube   bool
	beavers  bool // allowed in money games
}

// stakes returns what the game is about to the player on roll; while a double
// is on offer, to the player who doubled, before the double.
func (j *judge) stakes(m *board.Match) (*cube.Stakes, error) {
	s, err := cube.FromMatch(m)
	if err != nil {
		return nil, err
	}
	s.Beavers = s.Beavers && j.beavers
	return cube.Prepare(s, j.met)
}

// rank returns the plays of the roll that the match has, the best first, with
// their normalised equities by the cube and the score. What the search has
// stopped early stands behind what it has looked at further.
func (j *judge) rank(ctx context.Context, pos *board.Position, m *board.Match) ([]engine.Candidate, error) {
	st, err := j.stakes(m)
	if err != nil {
		return nil, err
	}
	all, err := j.rankAt(ctx, pos, m.Dice, st)
	ranked := make([]engine.Candidate, len(all))
	for i, c := range all {
		ranked[i] = engine.Candidate{Play: c.Play, Probabilities: c.Probabilities, Equity: float32(c.Equity), Plies: c.Plies}
	}
	return ranked, err
}

// rankAt ranks the plays of a roll at the stakes.
func (j *judge) rankAt(ctx context.Context, pos *board.Position, roll board.Roll, st *cube.Stakes) ([]cubeful.Candidate, error) {
	plays := board.Plays(*pos, roll)
	if !j.noCube {
		return j.cubeful.Rank(ctx, pos, plays, st)
	}
	ranked, err := j.searcher.Rank(ctx, pos, plays)
	all := make([]cubeful.Candidate, len(ranked))
	for i, c := range ranked {
		all[i] = cubeful.Candidate{Play: c.Play, Probabilities: c.Probabilities, Value: st.Dead(&c.Probabilities), Equity: float64(c.Equity), Plies: c.Plies}
	}
	if s := st.State(); !s.IsMatch() {
		return all, err
	}
	for i := range all {
		all[i].Equity = st.Equity(all[i].Value)
	}
	slices.SortStableFunc(all, func(a, b cubeful.Candidate) int {
		return cmp.Or(cmp.Compare(b.Plies, a.Plies), cmp.Compare(b.Value, a.Value))
	})
	return all, err
}

// worth returns the stakes and what the game is worth to the player on roll,
// with the best play if the dice are thrown.
func (j *judge) worth(ctx context.Context, pos *board.Position, m *board.Match) (*cube.Stakes, float64, error) {
	st, err := j.stakes(m)
	if err != nil {
		return nil, 0, err
	}
	if m.Dice != (board.Roll{}) && len(board.Plays(*pos, m.Dice)) > 0 {
		all, err := j.rankAt(ctx, pos, m.Dice, st)
		if err != nil {
			return nil, 0, err
		}
		return st, all[0].Value, nil
	}
	if !j.noCube {
		value, _, err := j.cubeful.Value(ctx, pos, st)
		return st, value, err
	}
	p, err := j.chances(ctx, pos)
	return st, st.Dead(&p), err
}

// chances returns those of the player on roll, without the cube.
func (j *judge) chances(ctx context.Context, pos *board.Position) (engine.Probabilities, error) {
	var p [1]engine.Probabilities
	err := j.searcher.EvaluateContext(ctx, p[:], []board.Position{*pos})
	return p[0], err
}

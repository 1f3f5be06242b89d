package main

import (
	"cmp"
	"context"
	"slices"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/engine/search"
)

// judge says what positions, plays and doubles are worth at the table, for the
// net's decisions and for the user's hints alike.
type judge struct {
	searcher   *search.Searcher
	efficiency cube.Efficiency
	met        *cube.MET // for matches
	noCube     bool
	beavers    bool // allowed in money games
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

// leaf returns what is known of a position; the cube is not looked ahead with.
func (j *judge) leaf(ctx context.Context, pos *board.Position) (*cube.Leaf, error) {
	var chances [1]engine.Probabilities
	if err := j.searcher.EvaluateContext(ctx, chances[:], []board.Position{*pos}); err != nil {
		return nil, err
	}
	return j.leafOf(pos, &chances[0]), nil
}

// leafOf is leaf for a position whose chances are known.
func (j *judge) leafOf(pos *board.Position, chances *engine.Probabilities) *cube.Leaf {
	static := j.searcher.Static()
	l := j.efficiency.Leaf(pos, static.ClassOf(pos), chances, static.Databases())
	return &l
}

// value returns the value of a position to its player on roll, who may double
// first if the stakes allow it.
func (j *judge) value(st *cube.Stakes, l *cube.Leaf) float64 {
	if j.noCube {
		return st.Dead(&l.Chances)
	}
	return st.Value(l)
}

// rank returns the plays of the roll that the match has, the best first, with
// their normalised equities by the cube and the score. What the search has
// stopped early stands behind what it has looked at further.
func (j *judge) rank(ctx context.Context, pos *board.Position, m *board.Match) ([]engine.Candidate, error) {
	st, err := j.stakes(m)
	if err != nil {
		return nil, err
	}
	ranked, err := j.searcher.Rank(ctx, pos, board.Plays(*pos, m.Dice))
	if err != nil || j.noCube && m.Length == 0 {
		return ranked, err
	}
	type valued struct {
		engine.Candidate
		value float64
	}
	all := make([]valued, len(ranked))
	for i, c := range ranked {
		all[i] = valued{c, j.playValue(st, &c)}
		all[i].Equity = float32(st.Equity(all[i].value))
	}
	slices.SortStableFunc(all, func(a, b valued) int {
		return cmp.Or(cmp.Compare(b.Plies, a.Plies), cmp.Compare(b.value, a.value))
	})
	for i := range all {
		ranked[i] = all[i].Candidate
	}
	return ranked, nil
}

// playValue returns the value of a play to the player who makes it.
func (j *judge) playValue(st *cube.Stakes, c *engine.Candidate) float64 {
	result := &c.Play.Result
	if r := result.Result(); r != 0 {
		return st.Points(-int(r))
	}
	chances := c.Probabilities.Swap()
	return st.Flip(j.value(st.Swap(), j.leafOf(result, &chances)))
}

// worth returns the stakes and what the game is worth to the player on roll,
// with the best play if the dice are thrown.
func (j *judge) worth(ctx context.Context, pos *board.Position, m *board.Match) (*cube.Stakes, float64, error) {
	st, err := j.stakes(m)
	if err != nil {
		return nil, 0, err
	}
	if m.Dice != (board.Roll{}) && len(board.Plays(*pos, m.Dice)) > 0 {
		ranked, err := j.rank(ctx, pos, m)
		if err != nil {
			return nil, 0, err
		}
		return st, j.playValue(st, &ranked[0]), nil
	}
	l, err := j.leaf(ctx, pos)
	if err != nil {
		return nil, 0, err
	}
	return st, j.value(st, l), nil
}

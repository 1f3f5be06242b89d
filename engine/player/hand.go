package player

import (
	"context"
	"sync"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/engine/search"
	"gammonlab/engine/search/cubeful"
)

// hand is how a player by a net handles the cube: by [cubeful.Searcher]. What it
// needs is made when the cube first matters, which it does not in most matches.
type hand struct {
	eval    *engine.Full
	options cubeful.Options
	rules   rules

	cubeful *cubeful.Searcher
	stakes  map[cube.State]*cube.Stakes
}

// manyStakes is how many stakes a hand keeps: those of a few scores.
const manyStakes = 4096

// handOf returns the hand of a player by the searcher.
func handOf(s *search.Searcher) hand {
	o := s.Options()
	return hand{
		eval:    s.Static(),
		options: cubeful.Options{Plies: o.Plies, Filter: o.Filter, NoPruning: o.NoPruning},
	}
}

// defaultMET is the match equity table of players who were not told another one;
// reading it takes a millisecond.
var defaultMET = sync.OnceValues(func() (*cube.MET, error) { return cube.NamedMET(cube.DefaultMET) })

// at returns the stakes of the player on roll; while a double is on offer, of the
// player who doubled, before the double.
func (h *hand) at(m *board.Match) (*cube.Stakes, error) {
	state, err := cube.FromMatch(m)
	if err != nil {
		return nil, err
	}
	state.Beavers = state.Beavers && h.rules.beavers
	if st := h.stakes[state]; st != nil {
		return st, nil
	}
	met, err := h.rules.table()
	if err != nil {
		return nil, err
	}
	st, err := cube.Prepare(state, met)
	if err != nil {
		return nil, err
	}
	if len(h.stakes) >= manyStakes {
		clear(h.stakes)
	}
	if h.stakes == nil {
		h.stakes = map[cube.State]*cube.Stakes{}
	}
	h.stakes[state] = st
	return st, nil
}

// ahead returns what looks ahead with the cube.
func (h *hand) ahead() (*cubeful.Searcher, error) {
	if h.cubeful != nil {
		return h.cubeful, nil
	}
	var err error
	h.cubeful, err = cubeful.New(h.eval.Clone(), h.options)
	return h.cubeful, err
}

// rank returns the plays with what they are worth with the cube, as
// [cubeful.Searcher.Rank] does, and the stakes.
func (h *hand) rank(ctx context.Context, pos *board.Position, m *board.Match, plays []board.Play) ([]cubeful.Candidate, *cube.Stakes, error) {
	st, err := h.at(m)
	if err != nil {
		return nil, nil, err
	}
	s, err := h.ahead()
	if err != nil {
		return nil, nil, err
	}
	ranked, err := s.Rank(ctx, pos, plays, st)
	return ranked, st, err
}

// ChooseAt returns the index of the play that is worth most with the cube and at
// the score of the match, whose player on roll has rolled.
func (h *hand) ChooseAt(ctx context.Context, pos *board.Position, m *board.Match, _ board.Roll, plays []board.Play) (int, error) {
	if len(plays) == 1 {
		return 0, nil
	}
	ranked, _, err := h.rank(ctx, pos, m, plays)
	if err != nil {
		return 0, err
	}
	return indexOf(plays, &ranked[0].Play), nil
}

// indexOf returns the index of a play among those it was ranked with.
func indexOf(plays []board.Play, play *board.Play) int {
	for i := range plays {
		if plays[i].Result == play.Result {
			return i
		}
	}
	panic("player: a search has ranked a play that it was not given")
}

// Doubles reports whether the player on roll, who may, is to double.
func (h *hand) Doubles(ctx context.Context, pos *board.Position, m *board.Match) (bool, error) {
	d, _, _, err := h.decide(ctx, pos, m)
	return d.Double(), err
}

// Takes reports whether the opponent of the player on roll, who has doubled, is
// to take; or the other way round, if that was answered by a beaver.
func (h *hand) Takes(ctx context.Context, pos *board.Position, m *board.Match) (bool, error) {
	d, _, _, err := h.decide(ctx, pos, offered(m))
	return takes(&d, m), err
}

// Beavers reports whether who must answer the double that is on offer is to
// double at once in turn.
func (h *hand) Beavers(ctx context.Context, pos *board.Position, m *board.Match) (bool, error) {
	d, _, _, err := h.decide(ctx, pos, offered(m))
	return worthTaking(&d, m) > 0, err
}

// decide returns the cube decision of the player on roll, with that player's
// chances and stakes.
func (h *hand) decide(ctx context.Context, pos *board.Position, m *board.Match) (cube.Decision, engine.Probabilities, *cube.Stakes, error) {
	st, err := h.at(m)
	if err != nil {
		return cube.Decision{}, engine.Probabilities{}, nil, err
	}
	s, err := h.ahead()
	if err != nil {
		return cube.Decision{}, engine.Probabilities{}, nil, err
	}
	d, chances, err := s.Decide(ctx, pos, st)
	return d, chances, st, err
}

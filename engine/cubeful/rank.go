package cubeful

import (
	"cmp"
	"context"
	"slices"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/engine/search"
)

// Rank returns the plays with their values at the stakes of the player who
// makes them. They are sorted by plies of evaluation, deepest first, then by
// value, by cubeless equity, and in the order of plays. The first is the
// choice. All plays must start from pos. Rank returns an error when ctx is
// cancelled.
func (s *Searcher) Rank(ctx context.Context, pos *board.Position, plays []board.Play, stakes *cube.Stakes) ([]search.Candidate, error) {
	all := s.rankStatic(pos, plays, stakes)
	left := len(all)
	for plies := range s.options.Plies {
		l := s.options.Filter.Level(s.options.Plies, plies)
		if l.Skips() {
			continue
		}
		if err := s.deepen(ctx, all[:left], stakes, plies); err != nil {
			return nil, err
		}
		left = keep(&l, all[:left])
		if left == 1 && l.Accept != 1 {
			return all, nil
		}
	}
	return all, s.deepen(ctx, all[:left], stakes, s.options.Plies)
}

// rankStatic ranks plays without look-ahead.
func (s *Searcher) rankStatic(pos *board.Position, plays []board.Play, stakes *cube.Stakes) []search.Candidate {
	all := make([]search.Candidate, 0, len(plays))
	ranked, opponents := s.Static().Rank(pos, plays), make([]engine.Probabilities, len(plays))
	at := func(i int) (*board.Position, *engine.Probabilities) {
		opponents[i] = ranked[i].Probabilities.Swap()
		return &ranked[i].Play.Result, &opponents[i]
	}
	other := stakes.Swap()
	for i, leaf := range s.workers[0].leaves.Of(len(ranked), at, other, other.Doubled()) {
		value := stakes.Flip(other.Value(&leaf))
		all = append(all, search.Candidate{Play: ranked[i].Play, Probabilities: ranked[i].Probabilities, Value: value, Equity: stakes.Equity(value)})
	}
	sortCandidates(all, stakes)
	return all
}

// Deepen evaluates candidates of a position at the searcher's full plies,
// independent of the filter, and sorts them. The stakes are those of the player
// who plays. It returns an error when ctx is cancelled; some candidates may
// then have changed.
func (s *Searcher) Deepen(ctx context.Context, all []search.Candidate, stakes *cube.Stakes) error {
	return s.deepen(ctx, all, stakes, s.options.Plies)
}

// deepen evaluates the candidates with fewer plies at the given plies and sorts
// all.
func (s *Searcher) deepen(ctx context.Context, all []search.Candidate, stakes *cube.Stakes, plies int) error {
	s.roots = s.roots[:0]
	for i := range all {
		if all[i].Plies != plies {
			s.roots = append(s.roots, all[i].Play.Result)
		}
	}
	if len(s.roots) == 0 {
		return nil
	}
	other := stakes.Swap()
	if err := s.evaluate(ctx, other, plies); err != nil {
		return err
	}
	answers := s.answers
	for i := range all {
		if c := &all[i]; c.Plies != plies {
			c.Plies, c.Probabilities, c.Value = plies, answers[0].chances.Swap(), stakes.Flip(answers[0].best(other))
			c.Equity = stakes.Equity(c.Value)
			answers = answers[1:]
		}
	}
	sortCandidates(all, stakes)
	return nil
}

// sortCandidates sorts best first. It compares values, not equities, which are
// all 0 if the game cannot change the match. It compares them with the
// precision of the probabilities behind them: if the opponent will double and
// all plays will pass, they are equal up to rounding.
func sortCandidates(all []search.Candidate, stakes *cube.Stakes) {
	prices := stakes.Prices()
	slices.SortStableFunc(all, func(a, b search.Candidate) int {
		return cmp.Or(
			cmp.Compare(float32(b.Value), float32(a.Value)),
			cmp.Compare(prices.Utility(&b.Probabilities), prices.Utility(&a.Probabilities)))
	})
}

// keep returns the number of candidates, sorted best first, that the level
// keeps.
func keep(l *search.Level, all []search.Candidate) int {
	n := min(l.Accept, len(all))
	for end := n + min(l.Extra, len(all)-n); n < end && all[0].Equity-all[n].Equity <= float64(l.Threshold); n++ {
	}
	return n
}

package search

import (
	"cmp"
	"context"
	"slices"

	"gammonlab/board"
	"gammonlab/engine"
)

// contender is a play in the filter.
type contender struct {
	play   int
	plies  int
	value  engine.Probabilities // for the opponent
	equity float32              // for the player
}

// Rank returns the plays with their evaluations, sorted by plies of evaluation,
// deepest first, and then by equity, best first, with equals in the order of
// plays. The first is the choice. All plays must start from pos. Rank returns
// an error when ctx is cancelled.
func (s *Searcher) Rank(ctx context.Context, pos *board.Position, plays []board.Play) ([]engine.Candidate, error) {
	if s.options.Plies == 0 {
		return s.Static().Rank(pos, plays), nil
	}
	if err := s.contend(ctx, plays); err != nil {
		return nil, err
	}
	ranked := make([]engine.Candidate, len(s.plays))
	for i, c := range s.plays {
		ranked[i] = engine.Candidate{Play: plays[c.play], Probabilities: c.value.Swap(), Equity: c.equity, Plies: c.plies}
	}
	return ranked, nil
}

// Best returns the index of the first play by [Searcher.Rank], and its
// probabilities for the player who makes it. There must be at least one play.
func (s *Searcher) Best(ctx context.Context, pos *board.Position, plays []board.Play) (int, engine.Probabilities, error) {
	if s.options.Plies == 0 {
		best, chances := s.Static().Best(pos, plays)
		return best, chances, nil
	}
	if err := s.contend(ctx, plays); err != nil {
		return 0, engine.Probabilities{}, err
	}
	return s.plays[0].play, s.plays[0].value.Swap(), nil
}

// contend filters the plays and leaves them ranked in s.plays.
func (s *Searcher) contend(ctx context.Context, plays []board.Play) error {
	s.Static().CountPlays(len(plays)) // they are evaluated as positions
	s.plays = slices.Grow(s.plays[:0], len(plays))[:len(plays)]
	for i := range s.plays {
		s.plays[i] = contender{play: i}
	}
	left := len(plays)
	for plies := range s.options.Plies {
		l := s.options.Filter.Level(s.options.Plies, plies)
		if l.Skips() {
			continue
		}
		if err := s.evaluatePlays(ctx, plays, left, plies); err != nil {
			return err
		}
		left = l.keep(s.plays[:left])
		if left == 1 && l.Accept != 1 {
			return nil
		}
	}
	return s.evaluatePlays(ctx, plays, left, s.options.Plies)
}

// evaluatePlays evaluates the first left plays at the given plies and sorts them.
func (s *Searcher) evaluatePlays(ctx context.Context, plays []board.Play, left, plies int) error {
	s.results = s.results[:0]
	for _, c := range s.plays[:left] {
		s.results = append(s.results, plays[c.play].Result)
	}
	s.values = slices.Grow(s.values[:0], left)[:left]
	if err := s.evaluate(ctx, s.values, s.results, plies); err != nil {
		return err
	}
	for i := range s.plays[:left] {
		c := &s.plays[i]
		c.plies, c.value, c.equity = plies, s.values[i], 0-s.values[i].Equity()
	}
	slices.SortStableFunc(s.plays[:left], func(a, b contender) int {
		return cmp.Or(cmp.Compare(b.equity, a.equity), cmp.Compare(a.play, b.play))
	})
	return nil
}

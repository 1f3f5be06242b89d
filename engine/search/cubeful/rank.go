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

// Candidate is a play with what it is worth to the player who makes it.
type Candidate struct {
	Play          board.Play
	Probabilities engine.Probabilities
	Value         float64 // in the unit of the stakes
	Equity        float64 // the same as normalised equity
	Plies         int     // how far it was looked ahead
}

// Rank returns the plays with what each is worth at the stakes, those first that
// were looked at furthest, and among those the best, equals in the order of
// plays. The first is the choice. Each play must come from pos. It stops with an
// error when ctx is cancelled.
func (s *Searcher) Rank(ctx context.Context, pos *board.Position, plays []board.Play, stakes *cube.Stakes) ([]Candidate, error) {
	all := s.rankStatic(pos, plays, stakes)
	left := len(all)
	for plies := range s.options.Plies {
		l := s.options.Filter.Level(s.options.Plies, plies)
		if l.Skips() {
			continue
		}
		if plies > 0 {
			if err := s.deepen(ctx, all[:left], stakes, plies); err != nil {
				return nil, err
			}
		}
		left = keep(&l, all[:left])
		if left == 1 && l.Accept != 1 {
			return all, nil
		}
	}
	return all, s.deepen(ctx, all[:left], stakes, s.options.Plies)
}

// rankStatic ranks plays without looking ahead.
func (s *Searcher) rankStatic(pos *board.Position, plays []board.Play, stakes *cube.Stakes) []Candidate {
	all := make([]Candidate, 0, len(plays))
	other := stakes.Swap()
	for _, c := range s.static.Rank(pos, plays) {
		result, chances := &c.Play.Result, c.Probabilities.Swap()
		leaf := s.leaf(result, s.static.ClassOf(result), &chances)
		value := stakes.Flip(other.Value(&leaf))
		all = append(all, Candidate{Play: c.Play, Probabilities: c.Probabilities, Value: value, Equity: stakes.Equity(value)})
	}
	sortByValue(all)
	return all
}

// Deepen looks at candidates of a position as far as the searcher goes, whatever
// the filter says, and sorts them. The stakes are those of the player who plays.
func (s *Searcher) Deepen(ctx context.Context, all []Candidate, stakes *cube.Stakes) error {
	return s.deepen(ctx, all, stakes, s.options.Plies)
}

// deepen evaluates the candidates at the given number of plies and sorts them.
func (s *Searcher) deepen(ctx context.Context, all []Candidate, stakes *cube.Stakes, plies int) error {
	for i := range all {
		c := &all[i]
		if c.Plies == plies {
			continue
		}
		value, p, err := s.value(ctx, &c.Play.Result, stakes.Swap(), plies)
		if err != nil {
			return err
		}
		c.Plies, c.Probabilities, c.Value = plies, p.Swap(), stakes.Flip(value)
		c.Equity = stakes.Equity(c.Value)
	}
	sortByValue(all)
	return nil
}

// sortByValue puts the best first. Values decide and not equities, which are all
// 0 where the game cannot change the match.
func sortByValue(all []Candidate) {
	slices.SortStableFunc(all, func(a, b Candidate) int { return cmp.Compare(b.Value, a.Value) })
}

// keep returns how many of the candidates, the best first, go on.
func keep(l *search.Level, all []Candidate) int {
	n := min(l.Accept, len(all))
	for end := n + min(l.Extra, len(all)-n); n < end && all[0].Equity-all[n].Equity <= float64(l.Threshold); n++ {
	}
	return n
}

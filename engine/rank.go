package engine

import (
	"cmp"
	"slices"

	"gammonlab/board"
)

// Candidate is a play with what it is worth to the player who makes it.
type Candidate struct {
	Play          board.Play
	Probabilities Probabilities
	Equity        float32 // cubeless money equity
	Plies         int     // how far was looked ahead
}

// Rank returns the plays with what each is worth, the best first, equals in the
// order of plays. The first is the choice of [Static.Best]. Each play must come
// from pos.
func (s *Static) Rank(pos *board.Position, plays []board.Play) []Candidate {
	s.setBase(pos)
	ranked := make([]Candidate, 0, len(plays))
	for from := 0; from < len(plays); from += staticRows {
		for i, p := range s.results(plays[from:min(from+staticRows, len(plays))]) {
			// Best compares what is left to the opponent; the equity of p.Swap()
			// would differ from it in the last bit.
			ranked = append(ranked, Candidate{plays[from+i], p.Swap(), 0 - p.Equity(), 0})
		}
	}
	slices.SortStableFunc(ranked, func(a, b Candidate) int { return cmp.Compare(b.Equity, a.Equity) })
	return ranked
}

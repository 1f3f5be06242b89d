package analysis

import (
	"cmp"
	"context"
	"slices"

	"gammonlab/board"
	"gammonlab/engine/cube"
	"gammonlab/engine/search/cubeful"
)

// rank returns the plays with what each is worth at the stakes, those first that
// were looked at furthest, and the index of the one with the given result. That
// one and the best are looked at as far as can be, whatever the filter says, so
// that they can be compared.
func (w *worker) rank(ctx context.Context, pos *board.Position, plays []board.Play, stakes *cube.Stakes, made *board.Position) ([]Candidate, int, error) {
	all, err := w.searcher.Rank(ctx, pos, plays, stakes)
	if err != nil {
		return nil, 0, err
	}
	played, plies := find(all, made), w.searcher.Options().Plies
	if played == 0 || all[played].Plies == plies && all[0].Plies == plies {
		return all, played, nil
	}
	both := []Candidate{all[0], all[played]}
	if err := w.searcher.Deepen(ctx, both, stakes); err != nil {
		return nil, 0, err
	}
	for _, c := range both {
		all[find(all, &c.Play.Result)] = c
	}
	slices.SortStableFunc(all, func(a, b Candidate) int {
		return cmp.Or(cmp.Compare(b.Plies, a.Plies), cmp.Compare(b.Value, a.Value))
	})
	return all, find(all, made), nil
}

// find returns the index of the candidate with the result, which is there.
func find(all []Candidate, result *board.Position) int {
	return slices.IndexFunc(all, func(c Candidate) bool { return c.Play.Result == *result })
}

// Candidate is a play with what it is worth to the player who makes it.
type Candidate = cubeful.Candidate

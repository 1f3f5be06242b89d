package generate

import (
	"cmp"
	"slices"

	"gammonlab/board"
	"gammonlab/engine"
)

// alternatives collects the positions after plays that were nearly chosen in a game.
type alternatives struct {
	trace  *Trace
	spots  []spot // labelled
	kept   []int
	plays  []board.Play
	values []engine.Probabilities
}

// add labels the positions after the best alternatives to a play from a position. The
// plays are all of the roll; the chosen one has the index best.
func (a *alternatives) add(t *tracer, pos *board.Position, plays []board.Play, best int) {
	a.sift(t, pos, plays)
	a.values = slices.Grow(a.values[:0], len(a.plays))[:len(a.plays)]
	t.static.EvaluateResults(a.values, pos, a.plays)
	// The values are those of the opponent, so the best play has the smallest.
	value := func(i int) float32 { return a.values[i].Equity() }
	chosen := slices.IndexFunc(a.plays, func(p board.Play) bool { return p.Result == plays[best].Result })
	order := a.kept[:0]
	for i := range a.plays {
		if i != chosen {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(i, k int) int { return cmp.Compare(value(i), value(k)) })
	by := a.trace.Alternatives
	for _, i := range order[:min(by.Most, len(order))] {
		if value(i) > value(chosen)+by.Margin {
			break
		}
		if result := a.plays[i].Result; t.static.ClassOf(&result) >= engine.Race {
			a.spots = append(a.spots, spot{pos: result, label: &label{probabilities: t.exact.Evaluate(&result)}})
		}
	}
}

// sift sets a.plays to the plays that the pruning nets keep.
func (a *alternatives) sift(t *tracer, pos *board.Position, plays []board.Play) {
	a.plays = a.plays[:0]
	if !a.trace.Prune {
		a.plays = append(a.plays, plays...)
		return
	}
	a.kept = t.static.Sift(a.kept[:0], pos, plays, a.trace.Sieve)
	for _, i := range a.kept {
		a.plays = append(a.plays, plays[i])
	}
}

package search

import (
	"context"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/internal/workers"
)

// evaluate sets dst to the evaluations of the positions at the given plies, for
// their players on roll. The work is divided into the rolls after each
// position, and the results are added in their order.
func (s *Searcher) evaluate(ctx context.Context, dst []engine.Probabilities, positions []board.Position, plies int) error {
	s.roots, s.rootValues, s.plies = positions, dst, plies
	if plies == 0 {
		s.workers[0].static.Evaluate(dst, positions)
		return workers.Interrupted(ctx)
	}
	if plies == 1 {
		return s.each(ctx, len(positions), (*Searcher).evaluateRoot)
	}
	for len(s.expanded) < len(positions) {
		s.expanded = append(s.expanded, nil)
	}
	if err := s.each(ctx, len(positions), (*Searcher).expandRoot); err != nil {
		return err
	}
	s.children = s.children[:0]
	for root := range positions {
		for i := range s.expanded[root] {
			s.children = append(s.children, &s.expanded[root][i])
		}
	}
	if err := s.each(ctx, len(s.children), (*Searcher).evaluateChild); err != nil {
		return err
	}
	for root := range positions {
		if children := s.expanded[root]; len(children) > 0 {
			dst[root] = average(children)
		}
	}
	return nil
}

// evaluateRoot evaluates a root as a whole.
func (s *Searcher) evaluateRoot(w *childEvaluator, i int) {
	w.levels[s.plies-1].Evaluate(s.rootValues[i:i+1], s.roots[i:i+1])
}

// expandRoot finds the children of a root, or its exact value.
func (s *Searcher) expandRoot(w *childEvaluator, i int) {
	s.expanded[i] = s.expanded[i][:0]
	if known(w.static, &s.roots[i]) {
		w.static.Evaluate(s.rootValues[i:i+1], s.roots[i:i+1])
		return
	}
	s.expanded[i] = w.chooser.Children(s.expanded[i], &s.roots[i], false)
}

// evaluateChild evaluates a child.
func (s *Searcher) evaluateChild(w *childEvaluator, i int) {
	child := s.children[i]
	w.pos[0] = child.Position
	w.at[s.plies-1].Evaluate(w.value[:], w.pos[:])
	child.Probabilities = w.value[0]
}

// each calls do for 0 to n-1 with the workers, until the context is cancelled.
func (s *Searcher) each(ctx context.Context, n int, do func(s *Searcher, w *childEvaluator, i int)) error {
	for _, w := range s.workers {
		w.ctx = ctx
	}
	workers.Each(ctx, s, s.workers, n, do)
	return workers.Interrupted(ctx)
}

package cubeful

import (
	"context"
	"slices"

	"gammonlab/engine/cube"
	"gammonlab/internal/workers"
)

// evaluate evaluates the roots at the given plies, for their players on roll.
// The work is divided into the rolls after each root, and the results are added
// in their order.
func (s *Searcher) evaluate(ctx context.Context, stakes *cube.Stakes, plies int) error {
	s.plan.set(stakes, plies)
	s.answers = slices.Grow(s.answers[:0], len(s.roots))[:len(s.roots)]
	if plies < 2 {
		return s.each(ctx, len(s.roots), (*Searcher).evaluateRoot)
	}
	for len(s.expanded) < len(s.roots) {
		s.expanded = append(s.expanded, nil)
	}
	if err := s.each(ctx, len(s.roots), (*Searcher).expandRoot); err != nil {
		return err
	}
	s.children = s.children[:0]
	for root := range s.roots {
		for i := range s.expanded[root] {
			s.children = append(s.children, &s.expanded[root][i])
		}
	}
	width := len(s.plan.turns[1].stakes)
	s.values = slices.Grow(s.values[:0], width*len(s.children))[:width*len(s.children)]
	if err := s.each(ctx, len(s.children), (*Searcher).evaluateChild); err != nil {
		return err
	}
	from := 0
	for root := range s.roots {
		if children := s.expanded[root]; len(children) > 0 {
			a := &s.answers[root]
			a.chances = s.plan.mean(s.valuesOf(a), children, s.values[from*width:], 0)
			from += len(children)
		}
	}
	return nil
}

// valuesOf returns the part of an answer that the plan uses.
func (s *Searcher) valuesOf(a *answer) []float64 { return a.values[:len(s.plan.turns[0].stakes)] }

// evaluateRoot evaluates a root as a whole.
func (s *Searcher) evaluateRoot(w *childEvaluator, i int) {
	a := &s.answers[i]
	a.chances = w.values(s.valuesOf(a), &s.roots[i], 0, s.plan.plies)
}

// expandRoot finds the children of a root, or its exact values.
func (s *Searcher) expandRoot(w *childEvaluator, i int) {
	s.expanded[i] = s.expanded[i][:0]
	if w.known(&s.roots[i]) {
		s.evaluateRoot(w, i)
		return
	}
	s.expanded[i] = w.children(s.expanded[i], &s.roots[i], 0, false)
}

// evaluateChild evaluates a child.
func (s *Searcher) evaluateChild(w *childEvaluator, i int) {
	child := s.children[i]
	width := len(s.plan.turns[1].stakes)
	child.Probabilities = w.values(s.values[i*width:(i+1)*width], &child.Position, 1, s.plan.plies-1)
}

// each calls do for 0 to n-1 with the workers, until the context is cancelled.
func (s *Searcher) each(ctx context.Context, n int, do func(s *Searcher, w *childEvaluator, i int)) error {
	for _, w := range s.workers {
		w.ctx = ctx
	}
	workers.Each(ctx, s, s.workers, n, do)
	return workers.Interrupted(ctx)
}

package engine

import (
	"context"

	"gammonlab/board"
)

// EvaluateContext is e's Evaluate. An evaluator that takes long can end it with an
// error when ctx has ended, by a method EvaluateContext with the parameters of
// Evaluate behind ctx; dst is then not to be used.
func EvaluateContext(ctx context.Context, e Evaluator, dst []Probabilities, positions []board.Position) error {
	type stoppable interface {
		EvaluateContext(ctx context.Context, dst []Probabilities, positions []board.Position) error
	}
	if s, ok := e.(stoppable); ok {
		return s.EvaluateContext(ctx, dst, positions)
	}
	e.Evaluate(dst, positions)
	return nil
}

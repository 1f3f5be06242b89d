package engine

import (
	"context"

	"gammonlab/board"
)

// EvaluateContext calls e.Evaluate. If e has a method EvaluateContext with the
// parameters of Evaluate after ctx, it is called instead; a slow evaluator
// returns an error from it when ctx ends. The content of dst is then undefined.
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

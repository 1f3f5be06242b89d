package engine

import (
	"context"

	"gammonlab/board"
	"gammonlab/internal/workers"
	"gammonlab/nets"
)

// asked are the positions about which an evaluator asks the program of its model.
type asked struct {
	positions []*board.Position
	classes   []Class
	slots     []int // by position, the index in dst
	outputs   [][nets.Outputs]float32
}

// EvaluateContext is Evaluate. For a model that is another program it returns an error when
// the program fails or ctx ends.
func (s *Static) EvaluateContext(ctx context.Context, dst []Probabilities, positions []board.Position) error {
	if s.model.By == nil {
		s.Evaluate(dst, positions)
		return nil
	}
	for i := range positions {
		s.note(dst, &positions[i], i)
	}
	return s.finish(ctx, dst)
}

// ask evaluates positions by the program. If it fails, ask calls [workers.Fail].
func (s *Static) ask(dst []Probabilities, positions []board.Position) {
	if err := s.EvaluateContext(context.Background(), dst, positions); err != nil {
		workers.Fail(err)
	}
}

// askPlays evaluates the results of plays, as ask does.
func (s *Static) askPlays(dst []Probabilities, plays []board.Play) {
	for i := range plays {
		s.note(dst, &plays[i].Result, i)
	}
	if err := s.finish(context.Background(), dst); err != nil {
		workers.Fail(err)
	}
}

// note evaluates a position, or notes it for the program.
func (s *Static) note(dst []Probabilities, pos *board.Position, slot int) {
	if class, known := s.evaluateKnown(pos, &dst[slot]); !known {
		a := &s.asked
		a.positions, a.classes, a.slots = append(a.positions, pos), append(a.classes, class), append(a.slots, slot)
	}
}

// finish gets the answers about the noted positions.
func (s *Static) finish(ctx context.Context, dst []Probabilities) error {
	a := s.asked
	s.asked = asked{} // after an error the program may still read the positions
	if len(a.positions) == 0 {
		return ctx.Err()
	}
	if cap(a.outputs) < len(a.positions) {
		a.outputs = make([][nets.Outputs]float32, len(a.positions))
	}
	a.outputs = a.outputs[:len(a.positions)]
	if err := s.model.By.Outputs(ctx, a.outputs, a.positions); err != nil {
		return err
	}
	for i, slot := range a.slots {
		dst[slot] = Probabilities(a.outputs[i])
		s.limit(&dst[slot], a.positions[i], a.classes[i])
	}
	s.asked = asked{a.positions[:0], a.classes[:0], a.slots[:0], a.outputs}
	return nil
}

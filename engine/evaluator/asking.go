package evaluator

import (
	"context"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/internal/workers"
	"gammonlab/nets"
)

// Evaluator evaluates positions by a program; finished games and positions of databases need
// none. If the program fails, methods that return no error call [workers.Fail]. An Evaluator
// is not safe for concurrent use; its clones share the program.
type Evaluator struct {
	program   *Program
	databases *engine.Databases
	asked     asked
	counts    engine.Counts
}

// asked are the positions about which an evaluator asks its program.
type asked struct {
	positions []*board.Position
	classes   []engine.Class
	slots     []int // by position, the index in dst
	outputs   [][nets.Outputs]float32
}

// Evaluator returns an evaluator, an [Evaluator], that asks the program about positions that
// the databases do not contain; databases may be nil.
func (p *Program) Evaluator(databases *engine.Databases) engine.Evaluator {
	return &Evaluator{program: p, databases: databases}
}

// CloneEvaluator implements [engine.Cloner].
func (e *Evaluator) CloneEvaluator() engine.Evaluator { return e.program.Evaluator(e.databases) }

// Digest implements [engine.Identified] with the digest that the program tells.
func (e *Evaluator) Digest() (string, error) { return e.program.Digest() }

// Variant implements [engine.Specialised] with the program's variant.
func (e *Evaluator) Variant() board.Variant { return e.program.variant }

// Databases implements [engine.Informed].
func (e *Evaluator) Databases() *engine.Databases { return e.databases }

// String returns the text evaluator:COMMAND.
func (e *Evaluator) String() string { return e.program.String() }

// Counts returns the plays that were compared; clones count their own. No nets evaluate.
func (e *Evaluator) Counts() engine.Counts { return e.counts }

// CountPlays adds plays that a caller compares by [Evaluator.Evaluate].
func (e *Evaluator) CountPlays(n int) { e.counts.Plays += int64(n) }

// Evaluate implements [engine.Evaluator].
func (e *Evaluator) Evaluate(dst []engine.Probabilities, positions []board.Position) {
	if err := e.EvaluateContext(context.Background(), dst, positions); err != nil {
		workers.Fail(err)
	}
}

// EvaluateContext is Evaluate, but returns an error when the program fails or ctx ends.
func (e *Evaluator) EvaluateContext(ctx context.Context, dst []engine.Probabilities, positions []board.Position) error {
	for i := range positions {
		e.note(dst, &positions[i], i)
	}
	return e.finish(ctx, dst)
}

// EvaluatePlays implements [engine.PlayEvaluator].
func (e *Evaluator) EvaluatePlays(dst []engine.Probabilities, _ *board.Position, plays []board.Play) {
	e.CountPlays(len(plays))
	for i := range plays {
		e.note(dst, &plays[i].Result, i)
	}
	if err := e.finish(context.Background(), dst); err != nil {
		workers.Fail(err)
	}
}

// note evaluates a position, or notes it for the program.
func (e *Evaluator) note(dst []engine.Probabilities, pos *board.Position, slot int) {
	if class, known := e.databases.Known(&dst[slot], pos); !known {
		a := &e.asked
		a.positions, a.classes, a.slots = append(a.positions, pos), append(a.classes, class), append(a.slots, slot)
	}
}

// finish gets the answers about the noted positions.
func (e *Evaluator) finish(ctx context.Context, dst []engine.Probabilities) error {
	a := e.asked
	e.asked = asked{} // after an error the program may still read the positions
	if len(a.positions) == 0 {
		return ctx.Err()
	}
	if cap(a.outputs) < len(a.positions) {
		a.outputs = make([][nets.Outputs]float32, len(a.positions))
	}
	a.outputs = a.outputs[:len(a.positions)]
	if err := e.program.outputs(ctx, a.outputs, a.positions); err != nil {
		return err
	}
	for i, slot := range a.slots {
		dst[slot] = engine.Probabilities(a.outputs[i])
		e.databases.Correct(&dst[slot], a.positions[i], a.classes[i])
	}
	e.asked = asked{a.positions[:0], a.classes[:0], a.slots[:0], a.outputs}
	return nil
}

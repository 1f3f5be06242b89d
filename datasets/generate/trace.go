package generate

import (
	"fmt"
	"slices"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/engine"
	"gammonlab/engine/search"
	"gammonlab/engine/targets"
)

// Trace has a model play against itself, in place of players, and labels the
// positions of its games with their luck-free λ-returns, see [targets.Returns].
// Positions that a database knows have its answer.
type Trace struct {
	Static engine.Evaluator
	Name   string // of the model, in the sources of rows
	Lambda Lambda
	Prune  bool         // have the model's pruning nets choose the plays that are evaluated one ply ahead
	Sieve  engine.Sieve // which of them
}

// validate reports the first setting that does not make sense.
func (t *Trace) validate(v board.Variant) error {
	if err := t.Lambda.Validate(); err != nil {
		return err
	}
	static := engine.NewFull(t.Static)
	switch {
	case t.Prune && !static.Prunes():
		return fmt.Errorf("the model %s has no pruning nets", t.Name)
	case t.Sieve != (engine.Sieve{}) && !t.Prune:
		return fmt.Errorf("the sieve %v goes with pruning", t.Sieve)
	}
	if err := static.CheckVariant(v); err != nil {
		return fmt.Errorf("%s: %w", t.Name, err)
	}
	return t.Sieve.Validate()
}

// tracer evaluates the positions of a game and chooses its plays.
type tracer struct {
	lambda  Lambda
	static  *engine.Full
	exact   *search.Chooser
	steps   []targets.Step
	returns []engine.Probabilities
	known   bool // a database knows the last position
	query   [1]board.Position
	answer  [1]engine.Probabilities
}

func newTracer(t *Trace) *tracer {
	static := engine.NewFull(t.Static).Clone()
	return &tracer{lambda: t.Lambda, static: static, exact: search.NewChooser(static.Clone(), t.Prune, t.Sieve, nil)}
}

// look adds the next position of the game.
func (t *tracer) look(pos *board.Position) {
	t.query[0] = *pos
	t.static.Evaluate(t.answer[:], t.query[:])
	step := targets.Step{Static: t.answer[0], Exact: t.answer[0], Lambda: float32(t.lambda.Of(pos))}
	if t.known = t.static.ClassOf(pos) < engine.Race; !t.known {
		step.Exact = t.exact.Evaluate(pos)
	}
	t.steps = append(t.steps, step)
}

// explore says that the play from the last position is a random one.
func (t *tracer) explore() { t.steps[len(t.steps)-1].Explored = true }

// choose returns the index of the best of the plays from the last position, of
// which there is at least one.
func (t *tracer) choose(pos *board.Position, roll board.Roll, plays []board.Play) int {
	if t.known {
		best, _ := t.static.Best(pos, plays)
		return best
	}
	next, _ := t.exact.After(roll)
	return slices.IndexFunc(plays, func(p board.Play) bool { return p.Result == next })
}

// label labels the positions of the game.
func (t *tracer) label(spots []spot) {
	t.returns = slices.Grow(t.returns[:0], len(t.steps))[:len(t.steps)]
	targets.Returns(t.returns, t.steps)
	for i := range spots {
		spots[i].label = &label{t.returns[i], t.static.ClassOf(&spots[i].pos).Exact()}
	}
}

// label is what a row says of its position.
type label struct {
	probabilities engine.Probabilities
	exact         bool
}

// put labels the row.
func (l *label) put(r *datasets.Row) {
	r.Method, r.Probabilities = datasets.Trace, l.probabilities
	if l.exact {
		clear(r.Errors[:])
		r.EquityError = 0
	}
}

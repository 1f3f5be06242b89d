package generate

import (
	"fmt"
	"slices"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/engine"
	"gammonlab/engine/search"
	"gammonlab/internal/engine/targets"
)

// Trace is a model that plays against itself, instead of players. The positions of its
// games are labelled with their luck-adjusted λ-returns ([targets.Returns]). Positions of
// a bear-off database are labelled with its probabilities.
type Trace struct {
	Static engine.Evaluator
	Name   string // name of the model in the sources of rows
	Lambda Lambda
	Prune  bool         // use the model's pruning nets to choose the plays for 1-ply evaluation
	Sieve  engine.Sieve // rule that sets how many plays pass the pruning nets

	// Alternatives selects other plays of each roll by their 0-ply equities: at most Most
	// plays within Margin of the best one. The positions after these plays are labelled
	// with their 1-ply evaluations. Without them a net learns only from plays that it
	// prefers, so it continues to underrate other plays. The zero Sieve selects none.
	Alternatives engine.Sieve
}

// validate returns an error for the first invalid setting.
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
	if err := t.Alternatives.Validate(); err != nil {
		return fmt.Errorf("alternatives: %w", err)
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
	known   bool // the last position is in a bear-off database
	query   [1]board.Position
	answer  [1]engine.Probabilities

	alternatives alternatives
}

func newTracer(t *Trace) *tracer {
	static := engine.NewFull(t.Static).Clone()
	return &tracer{
		lambda: t.Lambda, static: static, exact: search.NewChooser(static.Clone(), t.Prune, t.Sieve, nil),
		alternatives: alternatives{by: t.Alternatives},
	}
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

// explore records that the play from the last position was chosen at random.
func (t *tracer) explore() { t.steps[len(t.steps)-1].Explored = true }

// choose returns the index of the best of the plays from the last position; there must be
// at least one play.
func (t *tracer) choose(pos *board.Position, roll board.Roll, plays []board.Play) int {
	if t.known {
		best, _ := t.static.Best(pos, plays)
		return best
	}
	next, _ := t.exact.After(roll)
	best := slices.IndexFunc(plays, func(p board.Play) bool { return p.Result == next })
	if t.alternatives.by.Most > 0 {
		t.alternatives.add(t.exact, roll)
	}
	return best
}

// label labels the positions of the game.
func (t *tracer) label(spots []spot) {
	t.returns = slices.Grow(t.returns[:0], len(t.steps))[:len(t.steps)]
	targets.Returns(t.returns, t.steps)
	for i := range spots {
		spots[i].label = &label{t.returns[i], t.static.ClassOf(&spots[i].pos).Exact()}
	}
}

// label has the fields of a row's label.
type label struct {
	probabilities engine.Probabilities
	exact         bool
}

// put sets the label of the row.
func (l *label) put(r *datasets.Row) {
	r.Method, r.Probabilities = datasets.Trace, l.probabilities
	if l.exact {
		clear(r.Errors[:])
		r.EquityError = 0
	}
}

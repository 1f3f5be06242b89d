package generate

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/datasets/atstakes"
	"gammonlab/engine"
	"gammonlab/engine/lambdareturn"
	"gammonlab/engine/search"
	"gammonlab/engine/targets"
	"gammonlab/internal/setting"
)

// Trace are the settings of labels. With Lambda, the net of Player plays both sides, and
// the positions of its games are labelled with their luck-adjusted λ-returns
// ([lambdareturn.Of]). Positions of a bear-off database are labelled with its
// probabilities.
type Trace struct {
	Lambda *Lambda `json:"trace,omitempty" shown:"no labels" help:"label self-play positions of a net with luck-adjusted λ-returns for <LAMBDA>, 0 to 1; other values for kinds of positions as in 0.8,backgame=0.97"`

	// Prune uses the net's pruning nets to choose the plays for 1-ply evaluation; Sieve
	// is the rule that sets how many plays pass them.
	Prune bool         `json:"prune,omitempty" needs:"trace" help:"with --trace, select plays with the net's pruning nets"`
	Sieve engine.Sieve `json:"sieve,omitzero" needs:"prune" help:"with --trace and --prune, number of plays to keep: <SIEVE> is gnubg, or MOST/MARGIN, such as 5/0.2 for at most 5 plays within 0.2 points of the best"`

	// Rest is the rule for the rolls that are not played, which only have a part in the value of
	// a position. Fewer plays make labels cheaper.
	Rest engine.Sieve `json:"sieve_rest,omitzero" needs:"prune" shown:"that of --sieve" help:"with --trace and --prune, <SIEVE> of the rolls that are not played, gnubg or MOST/MARGIN such as 2/0.1; fewer plays make labels cheaper"`

	// Throws is the number of throws of the dice that the net values, 1 to 36; 0 for all.
	Throws int `json:"throws,omitempty" needs:"prune" shown:"all" help:"with --trace and --prune, value <N> of the 36 throws of each position by the net, and the others by the pruning nets, corrected by the mean difference; makes labels cheaper"`

	// Alternatives selects other plays of each roll by their 0-ply equities: at most Most
	// plays within Margin of the best one. The positions after these plays are labelled
	// with their 1-ply evaluations. Without them a net learns only from plays that it
	// prefers, so it continues to underrate other plays.
	Alternatives Alternatives `json:"alternatives,omitzero" needs:"trace" shown:"none" help:"with --trace, also label the positions after other good plays with 1-ply evaluations: <MOST/MARGIN>, such as 3/0.1 for at most 3 plays of each roll within 0.1 points of the best"`

	// Cubeful adds labels by the state of the cube ([targets.Game]), with the cube efficiency of
	// the net.
	Cubeful bool `json:"cubeful,omitempty" needs:"trace" help:"with --trace, also label the equity for each state of the cube: in money games, and at a random score of a match that all positions of a game share"`
}

// Alternatives are a rule that selects plays; the zero Alternatives select none.
type Alternatives struct{ engine.Sieve }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (a *Alternatives) UnmarshalText(text []byte) error {
	if err := a.Sieve.UnmarshalText(text); err != nil || a.Most == 0 {
		return fmt.Errorf("%q, want MOST/MARGIN such as 3/0.1", text)
	}
	return nil
}

// traces reports whether games are labelled.
func (t *Trace) traces() bool { return t.Lambda != nil }

// validate returns errors for invalid settings.
func (t *Trace) validate() error {
	if t.Lambda == nil {
		return nil
	}
	return errors.Join(
		setting.In(nameTrace, t.Lambda.Validate()),
		setting.In("sieve", t.Sieve.Validate()),
		setting.In("sieve_rest", t.Rest.Validate()),
		setting.Check("sieve_rest", t.Rest == engine.Sieve{} || t.Prune, "%v needs %s", t.Rest, namePrune),
		setting.Check("sieve", t.Sieve == engine.Sieve{} || t.Prune, "%v needs %s", t.Sieve, namePrune),
		setting.Check("throws", t.Throws >= 0 && t.Throws <= 36, "is %d, want 1 to 36", t.Throws),
		setting.Check("throws", t.Throws == 0 || t.Prune, "%d needs %s", t.Throws, namePrune),
		setting.Check("throws", t.Throws == 0 || !t.Cubeful, "%d does not go with %s, which values all throws", t.Throws, setting.Name("cubeful")),
		setting.In("alternatives", t.Alternatives.Validate()),
	)
}

// tracer evaluates the positions of a game and chooses its plays.
type tracer struct {
	lambda  Lambda
	static  *engine.Full
	exact   *search.Chooser
	steps   []lambdareturn.Step
	returns []engine.Probabilities
	known   bool // the last position is in a bear-off database
	query   [1]board.Position
	answer  [1]engine.Probabilities

	alternatives alternatives
	cubes        *targets.Game // nil without labels by the state of the cube
	random       *rand.Rand    // draws scores
}

func newTracer(s *Settings) (*tracer, error) {
	static := s.net().Clone()
	t := &tracer{
		lambda: *s.Lambda, static: static, exact: search.NewChooser(static.Clone(), s.Prune, s.Sieve, nil),
		alternatives: alternatives{by: s.Alternatives.Sieve},
	}
	if s.Rest != (engine.Sieve{}) {
		t.exact.SetRest(s.Rest)
	}
	t.exact.SetThrows(s.Throws)
	if !s.Cubeful {
		return t, nil
	}
	stakes, err := targets.NewStakes()
	t.cubes = targets.NewGame(targets.NewCubeful(t.exact, nil), stakes, !s.Lambda.zero())
	return t, err
}

// begin begins another game; scores are drawn from random.
func (t *tracer) begin(random *rand.Rand) {
	t.steps, t.alternatives.spots, t.random = t.steps[:0], t.alternatives.spots[:0], random
	if t.cubes != nil {
		t.cubes.Begin(random.Float64())
	}
}

// add adds the next position of the game, with its roll.
func (t *tracer) add(pos *board.Position, roll board.Roll) {
	t.query[0] = *pos
	t.static.Evaluate(t.answer[:], t.query[:])
	lambda := t.lambda.Of(pos)
	step := lambdareturn.Step{Static: t.answer[0], Exact: t.answer[0], Lambda: float32(lambda)}
	if t.known = t.static.ClassOf(pos) < engine.Race; !t.known {
		step.Exact = t.exact.EvaluateRoll(pos, roll)
	} else if t.cubes != nil {
		t.exact.EvaluateRoll(pos, roll)
	}
	if t.cubes != nil {
		t.cubes.Add(pos, &step.Static, roll, lambda, t.random.Float64())
	}
	t.steps = append(t.steps, step)
}

// explore records that the play from the last position was chosen at random.
func (t *tracer) explore() {
	t.steps[len(t.steps)-1].Explored = true
	if t.cubes != nil {
		t.cubes.Explore()
	}
}

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
		t.alternatives.add(t, roll)
	}
	return best
}

// label labels the positions of the game.
func (t *tracer) label(spots []spot) {
	t.returns = slices.Grow(t.returns[:0], len(t.steps))[:len(t.steps)]
	lambdareturn.Of(t.returns, t.steps)
	var cubes [][]targets.Target
	if t.cubes != nil {
		cubes = t.cubes.Targets()
	}
	for i := range spots {
		datasets.RuleOut(&t.returns[i], &spots[i].pos)
		spots[i].label = newLabel(&t.returns[i], t.static.ClassOf(&spots[i].pos).Exact())
		if cubes != nil {
			spots[i].label.addCubes(cubes[i])
		}
	}
}

// label has the fields of a row's label.
type label struct {
	probabilities engine.Probabilities
	exact         bool
	cubes         datasets.Cubes
}

func newLabel(p *engine.Probabilities, exact bool) *label {
	l := &label{probabilities: *p, exact: exact}
	l.cubes.ClearCubes()
	return l
}

// addCubes adds the equities by the state of the cube.
func (l *label) addCubes(all []targets.Target) {
	for _, t := range all {
		atstakes.Set(&l.cubes, t.Stakes, t.Equity)
	}
}

// put sets the label of the row.
func (l *label) put(r *datasets.Row) {
	r.Method, r.Probabilities, r.Cubes = datasets.Trace, l.probabilities, l.cubes
	if l.exact {
		clear(r.Errors[:])
		r.EquityError = 0
	}
}

package label

import (
	"context"
	"encoding/binary"
	"slices"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/datasets/atstakes"
	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/engine/rollout"
	"gammonlab/engine/search"
	"gammonlab/engine/targets"
	"gammonlab/internal/seed"
)

// method labels positions. Only one goroutine may use it.
type method interface {
	// label sets the numbers of a row without a label. The row's seed is set, and the
	// game is not over. It returns false if it cannot label the position.
	label(ctx context.Context, r *datasets.Row) (bool, error)
}

// batcher is a method that receives all positions of a batch before it labels each of
// them.
type batcher interface {
	method
	prepare(positions []board.Position)
}

// positionSeed returns the seed of the random numbers of a position's label.
func positionSeed(s uint64, pos *board.Position) uint64 {
	key := pos.Key()
	first, rest := binary.LittleEndian.Uint64(key[:]), binary.LittleEndian.Uint16(key[8:])
	return seed.Derive(seed.Derive(s, first), uint64(rest))
}

// seedOf returns the seed of a position's label, 0 for methods without random numbers.
func (s *Settings) seedOf(pos *board.Position) uint64 {
	if !s.random() || pos.Result() != 0 {
		return 0
	}
	return positionSeed(s.Seed, pos)
}

// setErrors sets all standard errors.
func setErrors(r *datasets.Row, e float32) {
	for k := range r.Errors {
		r.Errors[k] = e
	}
	r.EquityError = e
}

// lookAhead labels positions by 1-ply or 2-ply evaluation.
type lookAhead struct {
	static *engine.Full
	one    *search.Chooser  // for 1-ply; nil for 2-ply
	two    *search.Searcher // for 2-ply; nil for 1-ply
	query  [1]board.Position
	answer [1]engine.Probabilities

	cubeful *targets.Cubeful // nil without equities by the state of the cube
	stakes  *targets.Stakes
	salt    uint64 // of the scores
}

// newLookAhead returns the method of 1-ply evaluation.
func newLookAhead(static *engine.Full, s *Settings) (*lookAhead, error) {
	l := &lookAhead{static: static, one: search.NewChooser(static, s.Prune, s.Sieve, nil)}
	if !s.cubes() {
		return l, nil
	}
	l.cubeful, l.salt = targets.NewCubeful(l.one, nil), targets.MatchSalt(s.Seed)
	var err error
	l.stakes, err = targets.NewStakes()
	return l, err
}

// addCubes sets the equities by the state of the cube. The chooser must have evaluated the position.
func (l *lookAhead) addCubes(r *datasets.Row) {
	group := l.stakes.Draw(datasets.Share(r.Position.Key(), l.salt))
	for _, t := range l.cubeful.Targets(nil, slices.Concat(l.stakes.Money, group)) {
		atstakes.Set(&r.Cubes, t.Stakes, t.Equity)
	}
}

// label implements [method].
func (l *lookAhead) label(ctx context.Context, r *datasets.Row) (bool, error) {
	l.query[0] = r.Position
	switch {
	case l.static.ClassOf(&r.Position).Exact(): // no search is needed
		setErrors(r, 0)
		l.static.Evaluate(l.answer[:], l.query[:])
		if l.cubeful != nil {
			l.one.Evaluate(&r.Position) // for addCubes
		}
	case l.one != nil:
		l.answer[0] = l.one.Evaluate(&r.Position)
	default:
		if err := l.two.EvaluateContext(ctx, l.answer[:], l.query[:]); err != nil {
			return false, err
		}
	}
	r.Probabilities = l.answer[0]
	if l.cubeful != nil {
		l.addCubes(r)
	}
	return true, nil
}

// atOnce labels positions by 0-ply evaluation; it evaluates all positions of a batch at
// once.
type atOnce struct {
	static    *engine.Full
	positions []board.Position // positions of the batch, in the order of labelling
	answers   []engine.Probabilities
	next      int
}

// prepare implements [batcher].
func (l *atOnce) prepare(positions []board.Position) {
	l.positions, l.next = positions, 0
	if len(l.answers) < len(positions) {
		l.answers = make([]engine.Probabilities, len(positions))
	}
	l.static.Evaluate(l.answers[:len(positions)], positions)
}

// label implements [method].
func (l *atOnce) label(_ context.Context, r *datasets.Row) (bool, error) {
	if l.next == len(l.positions) || r.Position != l.positions[l.next] { // the position is not from the batch
		l.prepare([]board.Position{r.Position})
	}
	r.Probabilities = l.answers[l.next]
	l.next++
	if l.static.ClassOf(&r.Position).Exact() {
		setErrors(r, 0)
	}
	return true, nil
}

// lookUp labels positions by bear-off databases.
type lookUp struct{ databases *engine.Databases }

// label implements [method].
func (l lookUp) label(_ context.Context, r *datasets.Row) (bool, error) {
	p, class, ok := l.databases.Evaluate(&r.Position)
	if !ok {
		return false, nil
	}
	r.Probabilities = p
	if class.Exact() {
		setErrors(r, 0)
	}
	if e, ok := l.databases.MoneyEquities(&r.Position); ok {
		r.Cubeful = e.Centred
	}
	return true, nil
}

// roller labels positions by rollouts.
type roller struct {
	static   *engine.Full
	settings rollout.Settings
	stakes   *cube.Stakes // nil without a cube
}

func newRoller(static *engine.Full, s *Settings) (*roller, error) {
	r := &roller{static: static, settings: s.Rollout}
	r.settings.MinTrials = min(r.settings.MinTrials, r.settings.Trials)
	r.settings.Workers, r.settings.State, r.settings.Progress = 1, "", nil
	if s.Cubeful {
		var err error
		if r.stakes, err = cube.Prepare(cube.Money(false, false), nil); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// label implements [method].
func (l *roller) label(ctx context.Context, r *datasets.Row) (bool, error) {
	settings := l.settings
	settings.Seed = r.Seed
	result, err := rollout.Run(ctx, l.static, rollout.OfPosition(r.Position, l.stakes), settings)
	if err != nil {
		return false, err
	}
	l.fill(r, &result.Outcomes[0].Estimate)
	return true, nil
}

// fill sets the row's numbers. A trial that ends in a one-sided database uses its
// approximate probabilities. If all trials end at once, or if there is only one trial,
// the error is unknown.
func (l *roller) fill(r *datasets.Row, e *rollout.Estimate) {
	for k := range r.Probabilities {
		r.Probabilities[k] = float32(e.Mean[k])
		r.Errors[k] = float32(e.Error[k])
	}
	r.Probabilities.RuleOut(&r.Position)
	r.EquityError = float32(e.Error[rollout.Cubeless])
	r.Trials = int32(e.Trials)
	if l.stakes != nil {
		r.Cubeful = float32(e.Mean[rollout.Value])
	}
	if r.EquityError == 0 && !l.static.ClassOf(&r.Position).Exact() {
		setErrors(r, unknown)
	}
}

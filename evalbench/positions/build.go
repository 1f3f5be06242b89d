package positions

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/advice"
	"gammonlab/engine/cube"
	"gammonlab/engine/rollout"
	"gammonlab/farm"
	"gammonlab/internal/atomicfile"
	"gammonlab/internal/journal"
	"gammonlab/internal/seed"
)

// Build makes a benchmark: it selects decisions from games, rolls out their choices and
// writes the file. Progress is kept in a journal, Out with [journal.Suffix], until the
// file is complete: if interrupted, call Build again with the same settings to resume.
// The file is identical for any interruption and any number of workers.
func Build(ctx context.Context, s Settings) (*Set, error) {
	if err := s.validate(); err != nil {
		return nil, err
	}
	made, err := s.made()
	if err != nil {
		return nil, err
	}
	set := &Set{Variant: s.Game(), Made: made}
	s.Variant = &set.Variant
	s.Model.Evaluator, s.Precision = s.static(), "" // workers use clones of the evaluator
	there, err := journal.Finished(s.Out, s.Replace)
	if err != nil {
		return nil, err
	}
	j, done, err := openJournal(s.Out, set)
	if err != nil {
		return nil, err
	}
	defer j.Close()
	if err := s.fill(ctx, set, j, done, there); err != nil {
		return nil, err
	}
	if err := atomicfile.Write(s.Out, func(w io.Writer) error { return set.Write(w) }); err != nil {
		return nil, err
	}
	if s.Written != nil {
		if err := s.Written(set); err != nil {
			return nil, err
		}
	}
	return set, j.Finish()
}

// builder rolls out decisions.
type builder struct {
	settings *Settings
	spots    []spot
	journal  *journal.Journal
	done     map[int]Decision
	left     []int // numbers of the remaining spots, in order
}

// fill rolls out the missing decisions of the set. If the output file already exists, all
// decisions must be in done.
func (s *Settings) fill(ctx context.Context, set *Set, j *journal.Journal, done map[int]Decision, there bool) error {
	spots, err := s.sample(ctx)
	if err != nil {
		return err
	}
	b := &builder{settings: s, spots: spots, journal: j, done: done}
	if err := b.checkJournal(); err != nil {
		return err
	}
	var left []int
	for i := range spots {
		if _, ok := b.done[i]; !ok {
			left = append(left, i)
		}
	}
	if there && len(left) > 0 {
		return journal.Exists(s.Out)
	}
	b.left = left
	if s.Progress != nil {
		s.Progress(int64(len(b.done)), int64(len(spots)))
	}
	job := b.job()
	job.Items = func() uint64 { return uint64(len(left)) }
	err = job.Run(ctx, farm.Of(s.Pool, s.Workers), b.next, b.take, nil)
	switch {
	case err == nil:
	case ctx.Err() != nil:
		return fmt.Errorf("stopped after %d of %d decisions: %w", len(b.done), len(spots), context.Cause(ctx))
	default:
		return err
	}
	for i := range spots {
		set.Decisions = append(set.Decisions, b.done[i])
	}
	return nil
}

// checkJournal returns an error if the journal has decisions that differ from the spots.
func (b *builder) checkJournal() error {
	for i, d := range b.done {
		if i >= len(b.spots) || d.Position != b.spots[i].pos || d.Roll != b.spots[i].roll || d.State != b.spots[i].state {
			return fmt.Errorf("%s: decision %d does not follow from the settings; remove the file to start again",
				b.settings.Out+journal.Suffix, i+1)
		}
	}
	return nil
}

// keep writes a decision to the journal.
func (b *builder) keep(i int, d *Decision) error {
	if err := keepDecision(b.journal, i, d); err != nil {
		return at(i, &b.spots[i], err)
	}
	b.done[i] = *d
	if b.settings.Progress != nil {
		b.settings.Progress(int64(len(b.done)), int64(len(b.spots)))
	}
	return nil
}

// at adds the name of the decision to an error.
func at(i int, sp *spot, err error) error {
	return fmt.Errorf("decision %d, position %s: %w", i+1, sp.pos.ID(), err)
}

// decisionEvaluator rolls out the choices of decisions; each goroutine has one.
type decisionEvaluator struct {
	settings *Settings
	static   *engine.Full
	advice   *advice.Adviser
}

func newDecisionEvaluator(s *Settings) (*decisionEvaluator, error) {
	a, err := s.adviser()
	return &decisionEvaluator{s, s.static().Clone(), a}, err
}

// decide rolls out the choices of the decision with the given number. It returns the decision
// as it is read from a file, whose numbers are rounded.
func (w *decisionEvaluator) decide(ctx context.Context, number int, sp *spot) (*Decision, error) {
	s := w.settings.Rollout
	s.Seed = seed.Derive(seed.Derive(w.settings.Seed, rolloutStream), uint64(number))
	s.Workers, s.State, s.Progress = 1, "", nil
	d := &Decision{Position: sp.pos, Roll: sp.roll, State: sp.state}
	stakes, err := stakesOf(w.advice, d.State)
	switch {
	case err != nil:
	case d.IsCube():
		err = w.decideCube(ctx, d, stakes, s)
	default:
		err = w.decideRoll(ctx, d, stakes, s)
	}
	if err != nil {
		return nil, err
	}
	line, err := d.encode()
	if err != nil {
		return nil, err
	}
	return decode(line, w.settings.Game())
}

func (w *decisionEvaluator) decideCube(ctx context.Context, d *Decision, st *cube.Stakes, s rollout.Settings) error {
	result, err := rollout.Run(ctx, w.static, rollout.OfDouble(d.Position, st), s)
	if err != nil {
		return err
	}
	none, take := &result.Outcomes[0], &result.Outcomes[1]
	d.NoDouble, d.Take = outcomeOf(none, none, st), outcomeOf(take, none, st)
	return nil
}

// reach is the largest cost, according to the search, of a play that is rolled out.
const reach = 0.2

func (w *decisionEvaluator) decideRoll(ctx context.Context, d *Decision, st *cube.Stakes, s rollout.Settings) error {
	ranked, err := w.advice.Rank(ctx, &d.Position, board.Plays(d.Position, d.Roll), st)
	if err != nil {
		return err
	}
	var plays []board.Play
	for i := range ranked {
		if i < w.settings.Candidates && (i < 2 || ranked[0].Equity-ranked[i].Equity <= reach) {
			plays = append(plays, ranked[i].Play)
		}
	}
	result, err := rollout.Run(ctx, w.static, rollout.OfPlays(d.Position, plays, st), s)
	if err != nil {
		return err
	}
	best := slices.MaxFunc(result.Outcomes, func(a, b rollout.Outcome) int { return cmp.Compare(a.Mean[rollout.Value], b.Mean[rollout.Value]) })
	for i := range plays {
		d.Moves = append(d.Moves, Move{plays[i].Result, outcomeOf(&result.Outcomes[i], &best, st)})
	}
	d.rank()
	d.addOthers(ranked)
	return nil
}

func (d *Decision) rank() {
	slices.SortStableFunc(d.Moves, func(a, b Move) int { return cmp.Compare(b.Equity, a.Equity) })
}

// addOthers adds the plays that were not rolled out, with their costs according to the
// search.
func (d *Decision) addOthers(ranked []advice.Candidate) {
	best := &d.Moves[0]
	of := slices.IndexFunc(ranked, func(c advice.Candidate) bool { return c.Play.Result == best.Result })
	for i := range ranked {
		if d.find(&ranked[i].Play.Result) == nil {
			behind := max(ranked[of].Equity-ranked[i].Equity, 0)
			d.Moves = append(d.Moves, Move{ranked[i].Play.Result, Outcome{Equity: d.Moves[0].Equity - behind}})
		}
	}
}

// outcomeOf returns the rollout result of an alternative at the stakes of the player on
// roll, nil without a cube. first is the alternative that differences refer to.
func outcomeOf(o, first *rollout.Outcome, st *cube.Stakes) Outcome {
	lead := first.Ahead(o)
	out := Outcome{Equity: o.Mean[rollout.Value], Rolled: true, Error: o.Error[rollout.Value], Behind: lead.Error, Trials: o.Trials}
	if st != nil {
		out.Equity, out.Error, out.Behind = st.Equity(out.Equity), st.EquityError(out.Error), st.EquityError(out.Behind)
	}
	for k := range out.Probabilities {
		out.Probabilities[k] = float32(o.Mean[k])
	}
	return out
}

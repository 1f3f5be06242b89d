package td

import (
	"context"
	"errors"
	"fmt"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/netplan"
	"gammonlab/engine/start"
	"gammonlab/nets"
	"gammonlab/nets/learn"
)

// Trainer trains the nets of a model. Its methods must not be called concurrently; Run
// uses as many goroutines as it is given workers.
type Trainer struct {
	cfg     Config
	plan    netplan.Plan
	weights *weights
	games   int64 // played and learned
	stats   Stats
	learned []learn.State    // states of the batch update's learners, one for each net in training; nil at the start
	starts  *start.Positions // nil until SetStarts if the config names pools
	variant board.Variant

	lines    int64 // number of lines of metrics
	recorded int64 // games of the newest line

	// Of the current segment:
	begun int64    // its first game
	mark  Stats    // statistics at its start
	older *weights // weights one round earlier, for the games update between rounds
}

// New returns a trainer at the start of a run, with weights drawn from the config's
// seed. If the config names pools of positions, call [Trainer.SetStarts] next.
func New(cfg Config) (*Trainer, error) { return NewFrom(cfg, nil) }

// NewFrom is New with the weights of a parent, which must have the digest that the config
// names; nil for none. Its nets grow to the shapes of the config. The model keeps nets of
// the parent that the run does not train.
func NewFrom(cfg Config, parent *nets.Model) (*Trainer, error) {
	plan, err := cfg.plan(parent)
	if err != nil {
		return nil, err
	}
	if err := plan.CheckParent(cfg.Parent); err != nil {
		return nil, err
	}
	var trained []*nets.Net
	for _, s := range plan.Shapes {
		net, err := plan.Inherited(s, cfg.Seed)
		if err == nil && net == nil {
			net, err = nets.NewRandom(s.Spec(), cfg.weightSeed(s.Part))
		}
		if err != nil {
			return nil, err
		}
		trained = append(trained, net)
	}
	return resumeAfter(cfg, plan, trained, 0, Stats{})
}

// Resume returns a trainer that continues with the nets of the model after the given
// number of games, 0 for a new run. The trainer takes ownership of the nets. The
// optimizer's moments of the batch update start from zero: only [Open] restores them.
func Resume(cfg Config, model *nets.Model, games int64, stats Stats) (*Trainer, error) {
	if games%max(cfg.Checkpoint, 1) != 0 && games != cfg.Games {
		return nil, fmt.Errorf("cannot resume after %d games: not the end of a segment of %d in a run of %d", games, cfg.Checkpoint, cfg.Games)
	}
	plan, err := cfg.plan(model)
	if err != nil {
		return nil, err
	}
	var trained []*nets.Net
	for _, s := range plan.Shapes {
		net, err := ofShape(model.Nets[s.Part], s.Part, s.Spec())
		if err != nil {
			return nil, err
		}
		trained = append(trained, net)
	}
	return resumeAfter(cfg, plan, trained, games, stats)
}

// plan returns the plan of the model's nets.
func (c *Config) plan(parent *nets.Model) (*netplan.Plan, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	p := &netplan.Plan{Shapes: c.Shapes(), Parent: parent}
	if err := p.Check(); err != nil {
		return nil, err
	}
	return p, nil
}

// resumeAfter returns a trainer after any number of games at which a run may be
// interrupted.
func resumeAfter(cfg Config, plan *netplan.Plan, trained []*nets.Net, games int64, stats Stats) (*Trainer, error) {
	if games < 0 || games > cfg.Games || games%cfg.round() != 0 && games != cfg.Games {
		return nil, fmt.Errorf("cannot resume after %d games: not the end of a round of %d in a run of %d", games, cfg.round(), cfg.Games)
	}
	variant, err := board.ParseVariant(cfg.Variant)
	if err != nil {
		return nil, err
	}
	t := &Trainer{
		cfg: cfg, plan: *plan, weights: newWeights(plan, variant, trained),
		games: games, stats: stats, variant: variant, recorded: games, begun: games, mark: stats,
	}
	if err := t.weights.model.Validate(); err != nil {
		return nil, err
	}
	if cfg.Prune && !engine.NewStatic(t.weights.model, nil).Prunes() {
		return nil, errors.New("prune: the model has no pruning nets")
	}
	if len(cfg.Starts) == 0 {
		t.starts = start.Opening(variant)
	}
	return t, nil
}

// ofShape returns the net for the part with the run's canonical spec, or an error if it
// has another shape. The canonical spec names the version of the feature set, so files of
// the run keep their meaning when a newer version appears.
func ofShape(net *nets.Net, part nets.Part, spec nets.Spec) (*nets.Net, error) {
	if net == nil {
		return nil, fmt.Errorf("the model has no net for %s", part)
	}
	switch got := net.Spec(); {
	case !got.Equal(spec):
		return nil, fmt.Errorf("the net is %s, the run needs %s", shapeText(got), shapeText(spec))
	case got.Features == spec.Features:
		return net, nil
	}
	return nets.Grow(net, spec, 0) // the same weights
}

// shapeText describes the shape of a net completely.
func shapeText(s nets.Spec) string {
	s = s.Canonical()
	return fmt.Sprintf("%v over %s (layers %v, head %s)", s, s.Features, s.Activations, s.HeadActivation())
}

// round returns the number of games that are learned together: a run can be interrupted
// between rounds.
func (c *Config) round() int64 {
	switch c.Update {
	case OnlineUpdate:
		return 1
	case BatchUpdate:
		return int64(c.RoundGames)
	}
	return int64(c.Sync)
}

// segmentEnd returns the end of the segment that begins with the game.
func (c *Config) segmentEnd(first int64) int64 { return min(c.Games, first+c.Checkpoint) }

// Config returns the run's settings.
func (t *Trainer) Config() Config { return t.cfg }

// Model returns the model as trained so far, without provenance. Callers must not change
// it, nor use it while Run runs.
func (t *Trainer) Model() *nets.Model { return t.weights.model }

// Net returns the net of a run that trains one net, nil in other runs. The rules of Model
// hold.
func (t *Trainer) Net() *nets.Net {
	if len(t.weights.trained) > 1 {
		return nil
	}
	return t.weights.trained[0]
}

// Games returns the number of games that the net has learned from.
func (t *Trainer) Games() int64 { return t.games }

// Stats returns what the run has learned from so far.
func (t *Trainer) Stats() Stats { return t.stats }

// Done reports whether the run is complete.
func (t *Trainer) Done() bool { return t.games >= t.cfg.Games }

// ErrDiverged is returned when a weight becomes too large, infinite or NaN.
var ErrDiverged = errors.New("the weights have diverged: try a smaller rate")

// Segment trains until the end of the segment, the next multiple of Config.Checkpoint
// games or the end of the run, and calls progress, if it is not nil, with the games
// learned so far after each round. When ctx is cancelled it returns ctx's error after a
// complete round; another call resumes there. After any other error the trainer must
// not be used any more.
func (t *Trainer) Segment(ctx context.Context, workers int, progress func(games int64)) error {
	if t.games == t.cfg.segmentEnd(t.begun) {
		t.beginSegment()
	}
	return t.advance(ctx, workers, t.cfg.segmentEnd(t.begun), func() error {
		if progress != nil {
			progress(t.games)
		}
		return nil
	})
}

// beginSegment makes the games so far those before the current segment.
func (t *Trainer) beginSegment() { t.begun, t.mark, t.older = t.games, t.stats, nil }

// advance trains up to a number of games of the current segment, at which a round or the
// segment ends. After each round, when the state is that after the round, it calls after,
// which may write a checkpoint; the workers go on with the games of the next round. Errors
// are those of Segment, and those of after.
func (t *Trainer) advance(ctx context.Context, workers int, end int64, after func() error) error {
	if err := ctx.Err(); err != nil {
		return err // a short segment might end before its workers notice the cancellation
	}
	if t.starts == nil {
		return errNoStarts
	}
	run := t.parallel
	switch t.cfg.Update {
	case OnlineUpdate:
		run = t.online
	case BatchUpdate:
		run = t.batched
	}
	err := run(ctx, workers, end, after)
	switch {
	case err != nil && !errors.Is(err, ctx.Err()):
		return err
	case t.weights.diverged():
		return fmt.Errorf("%w (between games %d and %d, rate %v)", ErrDiverged, t.begun, end, t.cfg.Rate)
	case t.games == end: // even if ctx has been cancelled just now
		return nil
	}
	return err
}

// online plays and learns a game at a time: with weights that change after
// every ply there is nothing to share among workers.
func (t *Trainer) online(ctx context.Context, _ int, end int64, after func() error) error {
	o := newOnline(&t.cfg, t.weights)
	o.stats = t.stats
	a := newActor(&t.cfg, t.starts, t.weights)
	var plies []ply
	for t.games < end {
		if err := ctx.Err(); err != nil {
			return err
		}
		var result board.Result
		var err error
		if plies, result, err = o.play(a, plies, t.games); err != nil {
			return err
		}
		o.stats.Results[result+3]++
		t.games, t.stats = t.games+1, o.stats
		if err := after(); err != nil {
			return err
		}
	}
	return nil
}

package search

import (
	"context"
	"runtime"
	"time"

	"gammonlab/board"
	"gammonlab/engine"
)

// Options are the settings of a search.
type Options struct {
	Depth // its filter is for the plays of a roll in [Searcher.Rank]

	// CubePlies is the look-ahead of the cube decisions of an adviser that uses the
	// searcher; nil for that of plays.
	CubePlies *int

	// Rollers is the size of the rollouts of close decisions by an adviser that uses the
	// searcher, which then searches [RollerPlies] plies; 0 for none.
	Rollers int

	// Time is that of a decision by an adviser that uses the searcher, which then looks as
	// deep as the time allows; 0 for the plies or rollers of the options.
	Time time.Duration

	// NoPruning evaluates all plays inside the search with the full nets, even if
	// the model has pruning nets.
	NoPruning bool

	// Workers is the number of goroutines that share one search; 0 stands for 1, a
	// negative number for one per processor.
	Workers int

	// CacheBytes limits the memory for evaluations at 1 ply and more, which a
	// searcher and its clones share; 0 stands for 32 MiB, a negative number for no
	// cache.
	CacheBytes int
}

// Depths returns the look-ahead of plays and of cube decisions.
func (o *Options) Depths() *Depths { return &Depths{o.Depth, o.CubePlies, o.Rollers, o.Time} }

// complete sets the plies of rollers and of a time, and returns an error for an invalid setting.
func (o *Options) complete() error {
	d := o.Depths()
	if d.chosen() && o.Plies == RollerPlies {
		d.Plies = 0 // the options are those of a searcher
	}
	o.Plies = d.ForPlays()
	return d.Validate()
}

const defaultCacheBytes = 32 << 20

// Searcher looks ahead. It is an [engine.Evaluator], and it ranks the plays of
// a roll. Its results depend neither on the number of workers nor on earlier
// calls. It is not safe for concurrent use; [Searcher.Clone] returns one for
// another goroutine. With one worker it does not allocate after its first
// calls.
type Searcher struct {
	options Options
	caches  []*engine.Cache // by plies less 1, without the last; nil without caches
	workers []*childEvaluator

	// Of the current call:
	roots      []board.Position
	rootValues []engine.Probabilities
	plies      int       // of their evaluation
	expanded   [][]Child // by root; none if its value is exact
	children   []*Child  // of all roots, to evaluate
	plays      []contender
	results    []board.Position
	values     []engine.Probabilities
}

// childEvaluator evaluates children in one goroutine.
type childEvaluator struct {
	ctx     context.Context // of the current question
	chooser *Chooser
	static  *engine.Full
	levels  []*level           // by plies less 1
	at      []engine.Evaluator // by plies, through the caches
	pos     [1]board.Position
	value   [1]engine.Probabilities
}

// New returns a searcher with the evaluator, which the caller must not use
// afterwards.
func New(evaluator engine.Evaluator, options Options) (*Searcher, error) {
	if err := options.complete(); err != nil {
		return nil, err
	}
	if options.Workers < 0 {
		options.Workers = runtime.GOMAXPROCS(0)
	}
	if options.Workers == 0 || options.Plies == 0 {
		options.Workers = 1
	}
	if options.CacheBytes == 0 {
		options.CacheBytes = defaultCacheBytes
	}
	var caches []*engine.Cache
	if inner := options.Plies - 1; inner > 0 && options.CacheBytes > 0 {
		for range inner {
			caches = append(caches, engine.NewCache(options.CacheBytes/inner))
		}
	}
	return newSearcher(engine.NewFull(evaluator), options, caches), nil
}

func newSearcher(static *engine.Full, options Options, caches []*engine.Cache) *Searcher {
	s := &Searcher{options: options, caches: caches}
	for i := range options.Workers {
		if i > 0 {
			static = static.Clone()
		}
		s.workers = append(s.workers, newChildEvaluator(static, options, caches))
	}
	return s
}

func newChildEvaluator(static *engine.Full, options Options, caches []*engine.Cache) *childEvaluator {
	w := &childEvaluator{static: static, at: []engine.Evaluator{static}}
	if options.Plies > 0 {
		w.chooser = NewSearchChooser(static, options.Plies, !options.NoPruning, nil)
	}
	for plies := 1; plies <= options.Plies; plies++ {
		l := &level{static: static, chooser: w.chooser, stopped: w.stopped}
		if plies > 1 {
			l.below = w.at[plies-1]
		}
		w.levels = append(w.levels, l)
		if plies <= len(caches) {
			w.at = append(w.at, engine.NewCached(l, caches[plies-1], w.stopped))
		} else {
			w.at = append(w.at, l)
		}
	}
	return w
}

// stopped reports whether the current search was cancelled.
func (w *childEvaluator) stopped() bool { return w.ctx.Err() != nil }

// Clone returns a searcher for another goroutine, which shares the model and
// the cache.
func (s *Searcher) Clone() *Searcher {
	return newSearcher(s.workers[0].static.Clone(), s.options, s.caches)
}

// CloneEvaluator implements [engine.Cloner].
func (s *Searcher) CloneEvaluator() engine.Evaluator { return s.Clone() }

// Databases implements [engine.Informed].
func (s *Searcher) Databases() *engine.Databases { return s.Static().Databases() }

// Static returns the searcher's evaluator. It must not be used concurrently
// with the searcher.
func (s *Searcher) Static() *engine.Full { return s.workers[0].static }

// Options returns the options with which the searcher was created.
func (s *Searcher) Options() Options { return s.options }

// Evaluate implements [engine.Evaluator].
func (s *Searcher) Evaluate(dst []engine.Probabilities, positions []board.Position) {
	// The interface has no context, and a search returns an error only when its
	// context ends.
	_ = s.EvaluateContext(context.Background(), dst, positions)
}

// EvaluateContext is [Searcher.Evaluate], but returns an error when ctx is
// cancelled; the content of dst is then undefined.
func (s *Searcher) EvaluateContext(ctx context.Context, dst []engine.Probabilities, positions []board.Position) error {
	for from := 0; from < len(positions); from += batch {
		to := min(from+batch, len(positions))
		if err := s.evaluate(ctx, dst[from:to], positions[from:to], s.options.Plies); err != nil {
			return err
		}
	}
	return nil
}

// batch is the number of positions searched together: enough for all workers.
const batch = 64

// Counts returns the work of the searcher's evaluator, of one worker.
func (s *Searcher) Counts() engine.Counts { return s.Static().Counts() }

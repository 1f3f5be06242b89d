package cubeful

import (
	"context"
	"runtime"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/engine/search"
)

// Options are the settings of a search with the cube.
type Options struct {
	search.Depth                  // its filter is for the plays of a roll in [Searcher.Rank]
	NoPruning    bool             // evaluate all plays inside the search with the full nets, even if there are pruning nets
	Efficiency   *cube.Efficiency // nil for the model's, see [cube.EfficiencyOf]

	// Workers is the number of goroutines that share one search; 0 stands for 1, a
	// negative number for one per processor.
	Workers int
}

// Searcher looks ahead with the cube. Its results depend neither on the number
// of workers nor on earlier calls. It is not safe for concurrent use;
// [Searcher.Clone] returns one for another goroutine.
type Searcher struct {
	options Options
	plan    plan
	workers []*childEvaluator

	// Of the current call:
	roots    []board.Position
	answers  []answer
	expanded [][]search.Child // by root; none if its value is exact
	children []*search.Child  // of all roots, to evaluate
	values   []float64        // of the children, one after the other
}

// answer has the values of a root to the player on roll, without a double and
// after double and take, and that player's probabilities.
type answer struct {
	values  [2]float64
	chances engine.Probabilities
}

// New returns a searcher with the evaluator, which the caller must not use
// afterwards.
func New(evaluator engine.Evaluator, options Options) (*Searcher, error) {
	if err := options.Validate(); err != nil {
		return nil, err
	}
	if options.Workers < 0 {
		options.Workers = runtime.GOMAXPROCS(0)
	}
	if options.Workers == 0 || options.Plies == 0 {
		options.Workers = 1
	}
	return newSearcher(engine.NewFull(evaluator), options), nil
}

func newSearcher(static *engine.Full, options Options) *Searcher {
	s := &Searcher{options: options}
	if s.options.Efficiency == nil {
		s.options.Efficiency = cube.EfficiencyOf(static)
	}
	for i := range options.Workers {
		if i > 0 {
			static = static.Clone()
		}
		s.workers = append(s.workers, newChildEvaluator(static, &s.options, &s.plan))
	}
	return s
}

// Clone returns a searcher for another goroutine, which shares the model.
func (s *Searcher) Clone() *Searcher { return newSearcher(s.Static().Clone(), s.options) }

// Static returns the searcher's evaluator. It must not be used concurrently
// with the searcher.
func (s *Searcher) Static() *engine.Full { return s.workers[0].static }

// Decide returns the cube decision of the player on roll in a position that is
// not over, and that player's probabilities. It returns an error when ctx is
// cancelled.
func (s *Searcher) Decide(ctx context.Context, pos *board.Position, stakes *cube.Stakes) (cube.Decision, engine.Probabilities, error) {
	a, err := s.one(ctx, pos, stakes)
	if err != nil {
		return cube.Decision{}, engine.Probabilities{}, err
	}
	return stakes.Decision(a.values[0], a.values[1], &a.chances), a.chances, nil
}

// Value returns the value of a position to the player on roll, who makes the
// better of double and no double, and that player's probabilities. It returns
// an error when ctx is cancelled.
func (s *Searcher) Value(ctx context.Context, pos *board.Position, stakes *cube.Stakes) (float64, engine.Probabilities, error) {
	a, err := s.one(ctx, pos, stakes)
	return a.best(stakes), a.chances, err
}

// best returns the value with the better of double and no double.
func (a *answer) best(stakes *cube.Stakes) float64 {
	if stakes.Doubled() == nil {
		return a.values[0]
	}
	return stakes.Better(a.values[0], a.values[1])
}

// one evaluates a position.
func (s *Searcher) one(ctx context.Context, pos *board.Position, stakes *cube.Stakes) (answer, error) {
	s.roots = append(s.roots[:0], *pos)
	if err := s.evaluate(ctx, stakes, s.options.Plies); err != nil {
		return answer{}, err
	}
	return s.answers[0], nil
}

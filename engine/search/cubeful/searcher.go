package cubeful

import (
	"context"
	"fmt"
	"runtime"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/engine/search"
)

// Options say how far and how broadly to look ahead.
type Options struct {
	Plies      int              // 0 to search.MaxPlies
	Filter     search.Filter    // which plays of a roll [Searcher.Rank] looks at how far
	NoPruning  bool             // ask the full nets about all plays on the way, even if there are pruning nets
	Efficiency *cube.Efficiency // nil for the default

	// Workers is how many goroutines share the work of one question; 0 stands
	// for 1, a negative number for one on each processor.
	Workers int
}

// Searcher looks ahead with the cube. Its answers depend neither on the number of
// workers nor on what it was asked before. It serves one goroutine at a time;
// [Searcher.Clone] gives another goroutine its own.
type Searcher struct {
	options    Options
	efficiency cube.Efficiency
	plan       plan
	workers    []*childEvaluator

	// Of the current call:
	roots    []board.Position
	answers  []answer
	expanded [][]search.Child // of each root; none if its value is known
	jobs     []job            // children to evaluate
	values   []float64        // of the jobs, one after the other
}

// answer is what a root is worth to the player on roll, who does not double now,
// before and after a double and a take, and that player's chances.
type answer struct {
	values  [2]float64
	chances engine.Probabilities
}

// job is a child to evaluate.
type job struct{ root, child int }

// New returns a searcher with the evaluator, which is then the searcher's own.
func New(evaluator engine.Evaluator, options Options) (*Searcher, error) {
	if options.Plies < 0 || options.Plies > search.MaxPlies {
		return nil, fmt.Errorf("cubeful: %d plies, want 0 to %d", options.Plies, search.MaxPlies)
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
	s := &Searcher{options: options, efficiency: cube.DefaultEfficiency()}
	if options.Efficiency != nil {
		s.efficiency = *options.Efficiency
	}
	for i := range options.Workers {
		if i > 0 {
			static = static.Clone()
		}
		s.workers = append(s.workers, newChildEvaluator(static, &s.efficiency, &s.options, &s.plan))
	}
	return s
}

// Clone returns a searcher for another goroutine, which shares the model.
func (s *Searcher) Clone() *Searcher { return newSearcher(s.Static().Clone(), s.options) }

// Static returns the evaluator behind the searcher, which is in use while the
// searcher is.
func (s *Searcher) Static() *engine.Full { return s.workers[0].static }

// Decide returns the cube decision of the player on roll in a position that is
// not over, and that player's chances. It stops with an error when ctx is
// cancelled.
func (s *Searcher) Decide(ctx context.Context, pos *board.Position, stakes *cube.Stakes) (cube.Decision, engine.Probabilities, error) {
	a, err := s.one(ctx, pos, stakes)
	if err != nil {
		return cube.Decision{}, engine.Probabilities{}, err
	}
	return stakes.Decision(a.values[0], a.values[1], &a.chances), a.chances, nil
}

// Value returns what a position is worth to the player on roll, who doubles or
// not, whatever is better, and that player's chances. It stops with an error when
// ctx is cancelled.
func (s *Searcher) Value(ctx context.Context, pos *board.Position, stakes *cube.Stakes) (float64, engine.Probabilities, error) {
	a, err := s.one(ctx, pos, stakes)
	return a.best(stakes), a.chances, err
}

// best returns the value if the player on roll doubles or not, whatever is
// better.
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

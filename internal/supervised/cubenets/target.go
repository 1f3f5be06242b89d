package cubenets

import (
	"context"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/engine/search"
	"gammonlab/internal/workers"
)

// sample is a position with its questions and their targets.
type sample struct {
	position board.Position
	class    engine.Class
	chances  engine.Probabilities // without look-ahead
	match    []question
	targets  [numStates + 2]float32 // equities: of the questions about money, then about the match
}

// asked returns question i and reports whether there is one.
func (s *sample) asked(t *table, i int) (*question, bool) {
	if i < len(t.money) {
		return &t.money[i], true
	}
	if i -= len(t.money); i < len(s.match) {
		return &s.match[i], true
	}
	return nil, false
}

// asker computes targets. It serves one goroutine.
type asker struct {
	chooser *search.Chooser
	leaves  *cube.Leaves
	table   *table
	results []search.Child
	stakes  []*cube.Stakes // at which the results of the present sample are asked
}

// newAsker returns an asker with the evaluator and the present efficiencies. Its chooser
// evaluates all plays that a search would.
func newAsker(static *engine.Static, efficiency *cube.Efficiency, t *table) *asker {
	chooser := search.NewChooser(static, true, engine.Narrow(), nil)
	return &asker{chooser: chooser, leaves: cube.NewLeaves(chooser.Static(), efficiency), table: t}
}

// answer sets the targets of a sample.
func (a *asker) answer(s *sample) {
	var sums [len(s.targets)]float64
	a.chooser.Evaluate(&s.position)
	a.stakes = a.stakes[:0]
	for k := range sums {
		if q, ok := s.asked(a.table, k); ok {
			a.stakes = append(a.stakes, q.stakes.Swap(), q.stakes.Swap().Doubled())
		}
	}
	for _, roll := range board.Rolls {
		a.results = a.chooser.Results(a.results[:0], roll)
		if len(a.results) == 0 { // the roll cannot be played
			pos, p := a.chooser.After(roll)
			a.results = append(a.results, search.Child{Position: pos, Probabilities: p})
		}
		var least [len(s.targets)]float64 // values for the opponent after the best play
		at := func(i int) (*board.Position, *engine.Probabilities) {
			return &a.results[i].Position, &a.results[i].Probabilities
		}
		leaves := a.leaves.Of(len(a.results), at, a.stakes...)
		for i := range leaves {
			for k := range least {
				if q, ok := s.asked(a.table, k); ok {
					if v := q.stakes.Swap().Value(&leaves[i]); i == 0 || v < least[k] {
						least[k] = v
					}
				}
			}
		}
		for k := range sums {
			sums[k] += least[k] * float64(roll.Ways())
		}
	}
	for k := range sums {
		if q, ok := s.asked(a.table, k); ok {
			s.targets[k] = float32(q.stakes.Equity(q.stakes.Flip(sums[k] / 36)))
		}
	}
}

// chunk is the number of samples that a worker answers at a time.
const chunk = 64

// answerAll sets the targets of all samples.
func answerAll(ctx context.Context, static *engine.Static, efficiency *cube.Efficiency, t *table, samples []sample, j *Job, progress func(done int)) error {
	var askers []*asker
	for range j.Workers {
		askers = append(askers, newAsker(static.Clone(), efficiency, t))
	}
	done := 0
	return workers.Ordered(ctx, askers, workers.Numbers(0, (len(samples)+chunk-1)/chunk), func(_ context.Context, a *asker, i int) (int, error) {
		part := samples[i*chunk : min((i+1)*chunk, len(samples))]
		for k := range part {
			a.answer(&part[k])
		}
		return len(part), nil
	}, func(_, n int) error {
		done += n
		progress(done)
		return nil
	})
}

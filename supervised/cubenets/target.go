package cubenets

import (
	"context"
	"fmt"
	"slices"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/datasets/atstakes"
	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/engine/search"
	"gammonlab/engine/targets"
	"gammonlab/internal/workers"
)

// sample is a position with its targets: those of money games, then those of a match.
type sample struct {
	position board.Position
	class    engine.Class
	chances  engine.Probabilities // without look-ahead
	match    targets.Group
	targets  [cube.NumOutputs + 2]float32 // equities, NaN if unknown
}

// at returns the stakes of target i and reports whether there is one.
func (s *sample) at(all *targets.Stakes, i int) (*cube.Stakes, bool) {
	known := s.targets[i] == s.targets[i]
	if i < len(all.Money) {
		return all.Money[i], known
	}
	if i -= len(all.Money); i < len(s.match) {
		return s.match[i], known
	}
	return nil, false
}

// label sets the targets of a sample to the label of its row.
func (s *sample) label(row *datasets.Cubes, all *targets.Stakes) error {
	if row.MatchCube != 0 {
		s.match = all.At(int(row.OwnAway), int(row.OppAway), int(row.MatchCube))
		if s.match == nil {
			return fmt.Errorf("%d-away, %d-away with the cube at %d, want one at 1, 2 or 4 that a side can turn", row.OwnAway, row.OppAway, row.MatchCube)
		}
	}
	for k, st := range slices.Concat(all.Money, s.match) {
		s.targets[k] = *atstakes.Value(row, st)
	}
	return nil
}

// asker computes targets. It serves one goroutine.
type asker struct {
	chooser *search.Chooser
	cubeful *targets.Cubeful
	found   []targets.Target
}

// newAsker returns an asker with the present efficiencies. The plays
// are those that a search would evaluate.
func newAsker(static *engine.Static, efficiency *cube.Efficiency) *asker {
	chooser := search.NewChooser(static, true, engine.Narrow(), nil)
	return &asker{chooser: chooser, cubeful: targets.NewCubeful(chooser, efficiency)}
}

// answer sets the targets of a sample.
func (a *asker) answer(s *sample, all *targets.Stakes) {
	a.chooser.Evaluate(&s.position)
	a.found = a.cubeful.Targets(a.found[:0], slices.Concat(all.Money, s.match))
	for k, t := range a.found {
		s.targets[k] = float32(t.Equity)
	}
}

// chunk is the number of samples that a worker answers at a time.
const chunk = 64

// answerAll sets the targets of all samples.
func answerAll(ctx context.Context, static *engine.Static, efficiency *cube.Efficiency, all *targets.Stakes, samples []sample, j *Job, progress func(done int)) error {
	var askers []*asker
	for range j.Workers {
		askers = append(askers, newAsker(static.Clone(), efficiency))
	}
	done := 0
	return workers.Ordered(ctx, askers, workers.Numbers(0, (len(samples)+chunk-1)/chunk), func(_ context.Context, a *asker, i int) (int, error) {
		part := samples[i*chunk : min((i+1)*chunk, len(samples))]
		for k := range part {
			a.answer(&part[k], all)
		}
		return len(part), nil
	}, func(_, n int) error {
		done += n
		progress(done)
		return nil
	})
}

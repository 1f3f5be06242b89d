package prune

import (
	"context"
	"math"
	"slices"

	"gammonlab/engine"
	"gammonlab/internal/workers"
	"gammonlab/nets"
)

// Quality is the cost of pruning at 0 plies, by the model's own evaluation, over
// choices where plays were pruned.
type Quality struct {
	Choices  int     `json:"choices"`
	BestKept float64 `json:"best_kept" short:"best_kept" unit:"share" better:"higher" meaning:"share of choices in which pruning keeps the best play"` // share of the choices where pruning kept the model's best play
	Loss     float64 `json:"loss_meq" short:"loss" unit:"mEq" better:"lower" meaning:"mean cost of a choice, since pruning dropped the best play"`     // mean equity of the best play less that of the best kept play
	RootLoss float64 `json:"rms_loss_meq"`
}

// measured returns the maximal number of choices that measure a part.
func (s *Settings) measured() int { return s.Positions / 20 }

// tally sums up the choices of a part.
type tally struct {
	choices, kept int
	loss, squares float64
}

// prunedChoice is a choice where plays were pruned, with the loss in equity.
type prunedChoice struct {
	part nets.Part
	loss float64
}

// tester is a worker of measure.
type tester struct {
	*chooser
	kept []int
}

// measure sets the quality of each trained net, on choices that it did not learn from.
func measure(ctx context.Context, model *nets.Model, source *Source, j *Job, all []Trained) error {
	var testers []*tester
	static := engine.NewStatic(model, nil)
	for range j.Workers {
		testers = append(testers, &tester{chooser: newChooser(static.Clone())})
	}
	tallies := make([]tally, len(all))
	items := workers.Numbers(0, min(source.items(heldOut), mostTested))
	err := workers.Ordered(ctx, testers, items, func(ctx context.Context, p *tester, item int) ([]prunedChoice, error) {
		return p.measure(ctx, source, j.Seed, item)
	}, func(_ int, found []prunedChoice) error {
		for _, f := range found {
			if k := slices.Index(j.Parts, f.part); k >= 0 && tallies[k].choices < j.measured() {
				tallies[k].add(f.loss)
			}
		}
		if !slices.ContainsFunc(tallies, func(t tally) bool { return t.choices < j.measured() }) {
			return workers.ErrEnough
		}
		return nil
	})
	if err != nil {
		return err
	}
	for i := range all {
		all[i].Quality = tallies[i].quality()
	}
	return nil
}

// mostTested bounds the number of items for measurements.
const mostTested = 20_000

// measure returns the choices of an item where plays were pruned.
func (p *tester) measure(ctx context.Context, source *Source, seed uint64, item int) ([]prunedChoice, error) {
	var found []prunedChoice
	err := source.show(ctx, p.chooser, seed, heldOut, item, func(c *choice) {
		p.kept = p.static.Sift(p.kept[:0], c.pos, c.plays, engine.Sieve{}, nil)
		if len(p.kept) == len(c.plays) {
			return
		}
		least := float32(math.Inf(1))
		for _, k := range p.kept {
			least = min(least, c.answers[k].Equity())
		}
		class := engine.ClassOf(&c.plays[0].Result)
		found = append(found, prunedChoice{class.PruningPart(), float64(least) - float64(c.answers[c.best].Equity())})
	})
	return found, err
}

func (t *tally) add(loss float64) {
	t.choices++
	if loss == 0 {
		t.kept++
	}
	t.loss += loss
	t.squares += loss * loss
}

func (t *tally) quality() Quality {
	if t.choices == 0 {
		return Quality{}
	}
	n := float64(t.choices)
	return Quality{t.choices, float64(t.kept) / n, 1000 * t.loss / n, 1000 * math.Sqrt(t.squares/n)}
}

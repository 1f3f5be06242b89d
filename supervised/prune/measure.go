package prune

import (
	"context"
	"math"
	"slices"

	"gammonlab/engine"
	"gammonlab/internal/workers"
	"gammonlab/nets"
)

// Quality says what pruning costs at 0 plies, by the model's own evaluation, over
// choices where plays were pruned.
type Quality struct {
	Choices  int     `json:"choices"`
	BestKept float64 `json:"best_kept"` // share of them where the model's best play was kept
	Loss     float64 `json:"loss_meq"`  // by how much the best play that was kept is worse than the best, on average
	RootLoss float64 `json:"rms_loss_meq"`
}

// measured returns how many choices each part is measured on, at most.
func (s *Settings) measured() int { return s.Positions / 20 }

// tally sums up the choices of a part.
type tally struct {
	choices, kept int
	loss, squares float64
}

// faced is a choice where plays were pruned.
type faced struct {
	part nets.Part
	loss float64
}

// prover is a worker of measure.
type prover struct {
	*chooser
	kept []int
}

// measure sets the quality of each trained net by choices that it did not learn
// from.
func measure(ctx context.Context, model *nets.Model, source *Source, o *Options, all []Trained) error {
	var provers []*prover
	static := engine.NewStatic(model, nil)
	for range o.Workers {
		provers = append(provers, &prover{chooser: newChooser(static.Clone())})
	}
	tallies := make([]tally, len(all))
	items := workers.Numbers(0, min(source.items(heldOut), mostTested))
	err := workers.Ordered(ctx, provers, items, func(ctx context.Context, p *prover, item int) ([]faced, error) {
		return p.measure(ctx, source, o.Seed, item)
	}, func(_ int, found []faced) error {
		for _, f := range found {
			if k := slices.Index(o.Parts, f.part); k >= 0 && tallies[k].choices < o.measured() {
				tallies[k].add(f.loss)
			}
		}
		if !slices.ContainsFunc(tallies, func(t tally) bool { return t.choices < o.measured() }) {
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

// mostTested bounds the items that nets are measured on.
const mostTested = 20_000

// measure returns the choices of an item where plays were pruned.
func (p *prover) measure(ctx context.Context, source *Source, seed uint64, item int) ([]faced, error) {
	var found []faced
	err := source.show(ctx, p.chooser, seed, heldOut, item, func(c *choice) {
		p.kept = p.static.Prune(p.kept[:0], c.pos, c.plays, nil)
		if len(p.kept) == len(c.plays) {
			return
		}
		least := float32(math.Inf(1))
		for _, k := range p.kept {
			least = min(least, c.answers[k].Equity())
		}
		class := engine.ClassOf(&c.plays[0].Result)
		found = append(found, faced{partOf(class), float64(least) - float64(c.answers[c.best].Equity())})
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

package generate

import (
	"cmp"
	"slices"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/engine"
	"gammonlab/engine/search"
)

// alternatives collects the positions after plays that were almost as good as the chosen
// one.
type alternatives struct {
	by      engine.Sieve // rule that selects them; the zero Sieve selects none
	spots   []spot       // labelled spots
	results []search.Child
}

// add labels the positions after the best alternatives to the play that the chooser chose
// for a roll. add uses the chooser for other positions, so the chooser no longer has the
// results of the roll.
func (a *alternatives) add(t *tracer, roll board.Roll) {
	exact := t.exact
	a.results = exact.Results(a.results[:0], roll)
	plays := a.results
	// The probabilities are those of the opponent, so the chosen play has the smallest equity.
	slices.SortStableFunc(plays, func(p, q search.Child) int {
		return cmp.Compare(p.Probabilities.Equity(), q.Probabilities.Equity())
	})
	for i := 1; i < len(plays) && i <= a.by.Most; i++ {
		result := &plays[i].Position
		if plays[i].Probabilities.Equity() > plays[0].Probabilities.Equity()+a.by.Margin {
			return
		}
		if exact.Static().ClassOf(result) >= engine.Race {
			p := exact.Evaluate(result)
			datasets.RuleOut(&p, result)
			l := newLabel(&p, false)
			if t.cubes != nil {
				l.addCubes(t.cubes.After(t.random.Float64()))
			}
			a.spots = append(a.spots, spot{pos: *result, label: l})
		}
	}
}

package td

import (
	"slices"

	"gammonlab/engine"
	"gammonlab/engine/search"
	"gammonlab/engine/selfplay"
	"gammonlab/engine/targets"
	"gammonlab/nets"
)

// targetActor computes the training targets of self-play games for the batch update.
type targetActor struct {
	*actor
	ahead   *search.Chooser        // nil before the first exact targets
	answers []engine.Probabilities // evaluations of the positions of a game
	steps   []targets.Step
	returns []engine.Probabilities
}

func newTargetActor(cfg *Config, starts *selfplay.Starts, net *nets.Net) *targetActor {
	return &targetActor{actor: newActor(cfg, starts, net)}
}

// computeTargets replaces next of the plies by the targets of their positions, exact or
// sampled. It returns the sum of half the squared errors of the net's outputs. The net
// must have the weights that played the game.
func (t *targetActor) computeTargets(plies []ply, exact bool, lambda float32) float64 {
	t.evaluate(plies)
	if exact {
		t.lookAhead(plies, lambda)
	} else {
		traceBack(plies, lambda)
	}
	loss := 0.0
	for i := range plies {
		for k, target := range plies[i].next {
			miss := float64(t.answers[i][k] - target)
			loss += miss * miss / 2
		}
	}
	return loss
}

// evaluate sets t.answers. Evaluations after plays are those of the choice of the play.
func (t *targetActor) evaluate(plies []ply) {
	t.answers = t.answers[:0]
	for i := range plies {
		if i > 0 && !plies[i-1].explored {
			t.answers = append(t.answers, plies[i-1].next.Swap())
		} else {
			t.answers = append(t.answers, t.value(&plies[i].pos))
		}
	}
}

// lookAhead sets next of the plies to the luck-adjusted λ-returns of 1-ply evaluations.
func (t *targetActor) lookAhead(plies []ply, lambda float32) {
	if t.ahead == nil {
		t.ahead = search.NewChooser(t.eval.Clone(), false, engine.Sieve{}, nil)
	}
	t.steps = t.steps[:0]
	for i := range plies {
		t.steps = append(t.steps, targets.Step{
			Static: t.answers[i], Exact: t.ahead.Evaluate(&plies[i].pos), Explored: plies[i].explored, Lambda: lambda,
		})
	}
	t.returns = slices.Grow(t.returns[:0], len(plies))[:len(plies)]
	targets.Returns(t.returns, t.steps)
	for i := range plies {
		plies[i].next = t.returns[i]
	}
}

// traceBack replaces next of the plies, the net's evaluations of the next positions, by
// the λ-returns.
func traceBack(plies []ply, lambda float32) {
	for i := len(plies) - 1; i >= 0; i-- {
		p := &plies[i]
		if i < len(plies)-1 && !p.explored {
			later := plies[i+1].next.Swap()
			for k := range p.next {
				p.next[k] += lambda * (later[k] - p.next[k])
			}
		}
		p.next.RuleOut(&p.pos)
	}
}

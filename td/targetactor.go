package td

import (
	"slices"

	"gammonlab/engine"
	"gammonlab/engine/lambdareturn"
	"gammonlab/engine/search"
	"gammonlab/engine/start"
)

// targetActor computes the training targets of self-play games for the batch update.
type targetActor struct {
	*actor
	cfg     *Config
	weights *weights
	pruning []*netPass             // pruning nets in training, by their numbers
	ahead   *search.Chooser        // nil before the first 1-ply evaluation of the run or, if it prunes, the round
	answers []engine.Probabilities // evaluations of the positions of a game
	steps   []lambdareturn.Step
	returns []engine.Probabilities
}

func newTargetActor(cfg *Config, starts *start.Positions, w *weights) *targetActor {
	t := &targetActor{actor: newActor(cfg, starts, w), cfg: cfg, weights: w, pruning: make([]*netPass, len(w.shapes))}
	for i, s := range w.shapes {
		if s.Part.Prunes() {
			t.pruning[i] = newNetPass(w.trained[i], w.numbers[i])
		}
	}
	return t
}

// beginRound must be called when the weights have changed: choosers that prune keep
// copies of weights.
func (t *targetActor) beginRound() {
	if t.cfg.Prune {
		t.ahead = nil
	}
}

// computeTargets replaces next of the game's plies by the targets of their positions. It sets
// the statistics of the positions from which nets learn. The nets must have the weights that
// played the game.
func (t *targetActor) computeTargets(g *gameTargets, kind Targets, lambda float64) error {
	t.evaluate(g.plies)
	switch own := kind.registered(); {
	case own != nil:
		if err := t.own(own, g, lambda); err != nil {
			return err
		}
	case kind == ExactTargets:
		t.lookAhead(g.plies, float32(lambda))
	default:
		traceBack(g.plies, float32(lambda))
	}
	g.learned = Stats{}
	for i := range g.plies {
		t.count(&g.learned, &g.plies[i], &t.answers[i])
	}
	return nil
}

// count adds a ply to the statistics; answer is the model's evaluation of its position.
func (t *targetActor) count(s *Stats, p *ply, answer *engine.Probabilities) {
	learning := t.weights.learning[t.weights.classOf(&p.pos)]
	if len(learning) == 0 {
		return
	}
	s.score(answer, &p.next)
	if !t.weights.several {
		return
	}
	for _, i := range learning {
		of := *answer
		if r := t.pruning[i]; r != nil {
			r.forward(&p.pos)
			of = engine.Probabilities(*r.pass.Output(0))
			of.RuleOut(&p.pos)
		}
		s.Nets[t.weights.numbers[i]].score(&of, &p.next)
	}
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

// chooser returns the chooser that evaluates positions at 1 ply.
func (t *targetActor) chooser() *search.Chooser {
	if t.ahead == nil {
		t.ahead = search.NewChooser(t.eval.Clone(), t.cfg.Prune, engine.Sieve{}, nil)
	}
	return t.ahead
}

// lookAhead sets next of the plies to the luck-adjusted λ-returns of 1-ply evaluations.
func (t *targetActor) lookAhead(plies []ply, lambda float32) {
	t.steps = t.steps[:0]
	for i := range plies {
		t.steps = append(t.steps, lambdareturn.Step{
			Static: t.answers[i], Exact: t.chooser().Evaluate(&plies[i].pos), Explored: plies[i].explored, Lambda: lambda,
		})
	}
	t.returns = slices.Grow(t.returns[:0], len(plies))[:len(plies)]
	lambdareturn.Of(t.returns, t.steps)
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

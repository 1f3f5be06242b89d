package td

import (
	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/search"
	"gammonlab/nets"
)

// tutor plays games of the batch update and says what their positions are to
// learn. The net's weights must not change from one begin to the next.
type tutor struct {
	*actor
	net       *nets.Net
	ahead     *search.Searcher       // for exact targets, else nil
	positions []board.Position       // of a game
	answers   []engine.Probabilities // of the net to them
	exact     []engine.Probabilities // what they are worth a ply deeper
}

func newTutor(cfg *Config, starts []board.Position, net *nets.Net) *tutor {
	return &tutor{actor: newActor(cfg, starts, net), net: net}
}

// begin prepares for a round with the net's present weights.
func (t *tutor) begin(exact bool) error {
	t.ahead = nil
	if !exact {
		return nil
	}
	var err error // a new one, because searchers remember answers
	t.ahead, err = search.New(engine.OfNet(t.net), search.Options{Plies: 1})
	return err
}

// teach replaces the plies' next by what their positions are to learn and returns
// half the squared errors of the net's answers, summed.
func (t *tutor) teach(plies []ply, lambda float32) float64 {
	t.ask(plies)
	if t.ahead != nil {
		t.lookAhead(plies)
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

// ask sets t.answers. What the play before led to is known from when it was
// chosen.
func (t *tutor) ask(plies []ply) {
	t.answers = t.answers[:0]
	for i := range plies {
		if i > 0 && !plies[i-1].explored {
			t.answers = append(t.answers, plies[i-1].next.Swap())
		} else {
			t.answers = append(t.answers, t.value(&plies[i].pos))
		}
	}
}

// lookAhead sets the plies' next to the exact targets.
func (t *tutor) lookAhead(plies []ply) {
	t.positions = t.positions[:0]
	for i := range plies {
		t.positions = append(t.positions, plies[i].pos)
	}
	t.exact = append(t.exact[:0], t.answers...)
	t.ahead.Evaluate(t.exact, t.positions)
	for i := range plies {
		plies[i].next = t.exact[i]
		plies[i].next.RuleOut(&plies[i].pos)
	}
}

// traceBack sets the plies' next, which hold what the net said of the positions
// that they led to, to the λ-returns.
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

package search

import (
	"gammonlab/board"
	"gammonlab/engine"
	"slices"
)

// level evaluates positions at 1 or more plies.
type level struct {
	static   *engine.Full
	chooser  *Chooser         // shared by the levels of a stack
	below    engine.Evaluator // for one ply less; nil at 1 ply, where children have values
	children []Child
	nodes    []board.Position
	values   []engine.Probabilities
	stopped  func() bool // reports whether the search was cancelled
}

// Evaluate implements [engine.Evaluator]. After cancellation the results are
// wrong.
func (l *level) Evaluate(dst []engine.Probabilities, positions []board.Position) {
	for i := range positions {
		if l.below != nil && l.stopped() {
			return
		}
		if known(l.static, &positions[i]) {
			l.static.Evaluate(dst[i:i+1], positions[i:i+1])
		} else {
			dst[i] = l.lookAhead(&positions[i])
		}
	}
}

// known reports whether the static evaluation is exact, so the search does not
// look beyond the position.
func known(static *engine.Full, pos *board.Position) bool {
	return static.ClassOf(pos).Exact()
}

// lookAhead returns the mean over all rolls.
func (l *level) lookAhead(pos *board.Position) engine.Probabilities {
	l.children = l.chooser.Children(l.children[:0], pos, l.below == nil)
	if l.below != nil {
		l.nodes = l.nodes[:0]
		for i := range l.children {
			l.nodes = append(l.nodes, l.children[i].Position)
		}
		l.values = slices.Grow(l.values[:0], len(l.nodes))[:len(l.nodes)]
		l.below.Evaluate(l.values, l.nodes)
		for i := range l.children {
			l.children[i].Probabilities = l.values[i]
		}
	}
	return average(l.children)
}

// average returns the mean evaluation of the children for the player who is not
// on roll in them.
func average(children []Child) engine.Probabilities {
	var sum [engine.Outputs]float64 // double precision, so certain outcomes stay certain
	for i := range children {
		weigh(&sum, &children[i].Probabilities, children[i].Weight)
	}
	return mean(&sum)
}

// weigh adds the probabilities times their weight.
func weigh[N int | float64](sum *[engine.Outputs]float64, p *engine.Probabilities, times N) {
	for k, v := range p {
		sum[k] += float64(times) * float64(v)
	}
}

// mean divides sums over 36 throws and changes the point of view from the
// opponent to the player.
func mean(sum *[engine.Outputs]float64) engine.Probabilities {
	var p engine.Probabilities
	for k := range p {
		p[k] = float32(sum[k] / 36)
	}
	return p.Swap()
}

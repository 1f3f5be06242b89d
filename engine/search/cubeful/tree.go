package cubeful

import (
	"context"
	"slices"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/cube"
	"gammonlab/engine/search"
)

// childEvaluator looks ahead in one goroutine.
type childEvaluator struct {
	ctx        context.Context // of the current question
	static     *engine.Full
	efficiency *cube.Efficiency
	chooser    *search.Chooser
	plan       *plan
	choice     *choice      // of the current plays
	rough      search.Score // created once, so searches do not allocate it
	levels     [search.MaxPlies + 1]level
	pos        [1]board.Position
	p          [1]engine.Probabilities
}

// level is the scratch memory of a node of the search, by its plies.
type level struct {
	children []search.Child
	values   []float64 // of the children, one after the other, at the stakes of their turn
}

func newChildEvaluator(static *engine.Full, efficiency *cube.Efficiency, options *Options, plan *plan) *childEvaluator {
	w := &childEvaluator{static: static, efficiency: efficiency, plan: plan}
	if options.Plies > 0 {
		w.chooser = search.NewSearchChooser(static, options.Plies, !options.NoPruning, w.score)
		w.rough = w.roughScore
	}
	return w
}

// score returns the value of a play's result to the player on roll in it.
func (w *childEvaluator) score(pos *board.Position, p *engine.Probabilities) float32 {
	leaf := w.leaf(pos, p)
	return float32(w.choice.stakes.Value(&leaf))
}

// roughScore returns the value without the cube, with the gammon prices of the
// match. In money games it is the cubeless equity with gammons: even if gammons
// do not count yet, they will after the first double.
func (w *childEvaluator) roughScore(_ *board.Position, p *engine.Probabilities) float32 {
	return float32(w.choice.prices.Utility(p))
}

// leaf returns the static evaluation of a position with the given
// probabilities.
func (w *childEvaluator) leaf(pos *board.Position, p *engine.Probabilities) cube.Leaf {
	return w.efficiency.Leaf(pos, w.static.ClassOf(pos), p, w.static.Databases())
}

// look sets dst to the values of a position to the player on roll, without a
// double now, at all stakes of the turn, and returns that player's
// probabilities. After cancellation the results are wrong.
func (w *childEvaluator) look(dst []float64, pos *board.Position, turn, plies int) engine.Probabilities {
	if plies == 0 || w.known(pos) {
		return w.static0(dst, pos, turn)
	}
	l := &w.levels[plies]
	l.children = w.children(l.children, pos, turn, plies == 1)
	width := len(w.plan.turns[turn+1].stakes)
	l.values = slices.Grow(l.values[:0], width*len(l.children))[:width*len(l.children)]
	for i := range l.children {
		if plies > 1 && w.ctx.Err() != nil {
			break
		}
		child, values := &l.children[i], l.values[i*width:(i+1)*width]
		if plies == 1 {
			w.leafValues(values, &child.Position, &child.Probabilities, turn+1)
		} else {
			child.Probabilities = w.look(values, &child.Position, turn+1, plies-1)
		}
	}
	return w.plan.mean(dst, l.children, l.values, turn)
}

// known reports whether the search does not look beyond the position.
func (w *childEvaluator) known(pos *board.Position) bool {
	return w.static.ClassOf(pos).Exact()
}

// static0 is look without look-ahead.
func (w *childEvaluator) static0(dst []float64, pos *board.Position, turn int) engine.Probabilities {
	w.pos[0] = *pos
	w.static.Evaluate(w.p[:], w.pos[:])
	w.leafValues(dst, pos, &w.p[0], turn)
	return w.p[0]
}

// leafValues sets dst to the static values of a position.
func (w *childEvaluator) leafValues(dst []float64, pos *board.Position, p *engine.Probabilities, turn int) {
	leaf := w.leaf(pos, p)
	for i, st := range w.plan.turns[turn].stakes {
		dst[i] = st.NoDouble(&leaf)
	}
}

// children returns the positions after the plays of the turn.
func (w *childEvaluator) children(dst []search.Child, pos *board.Position, turn int, valued bool) []search.Child {
	w.choice = &w.plan.choice[(turn+1)%2]
	var rough search.Score
	if state := w.choice.stakes.State(); state.IsMatch() {
		rough = w.rough
	}
	w.chooser.SetRough(rough)
	return w.chooser.Children(dst[:0], pos, valued)
}

// mean sets dst to the values of a position, at all stakes of the turn, from
// the values and probabilities of its children, and returns its probabilities.
func (p *plan) mean(dst []float64, children []search.Child, values []float64, turn int) engine.Probabilities {
	t, next := &p.turns[turn], p.turns[turn+1].stakes
	clear(dst)
	var sum [engine.Outputs]float64
	for i := range children {
		child, at := &children[i], values[i*len(next):]
		weight := float64(child.Weight)
		for k, v := range child.Probabilities {
			sum[k] += weight * float64(v)
		}
		for k, a := range t.after {
			value := at[a.same]
			if a.doubled >= 0 {
				value = next[a.same].Better(value, at[a.doubled])
			}
			dst[k] += weight * value
		}
	}
	for k, a := range t.after {
		dst[k] = next[a.same].Flip(dst[k] / 36)
	}
	var chances engine.Probabilities
	for k := range chances {
		chances[k] = float32(sum[k] / 36)
	}
	return chances.Swap()
}

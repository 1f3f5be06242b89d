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
	ctx          context.Context // of the current question
	static       *engine.Full
	leaves       *cube.Leaves
	chooser      *search.Chooser
	plan         *plan
	choice       *choice      // of the current plays
	pruningScore engine.Score // created once, so searches do not allocate it
	levels       [search.MaxPlies + 1]level
	pos          [1]board.Position
	p            [1]engine.Probabilities
	alone        [1]search.Child
}

// level is the scratch memory of a node of the search, by its plies.
type level struct {
	children []search.Child
	values   []float64 // of the children, one after the other, at the stakes of their turn
}

func newChildEvaluator(static *engine.Full, options *Options, plan *plan) *childEvaluator {
	w := &childEvaluator{static: static, leaves: cube.NewLeaves(static, options.Efficiency), plan: plan}
	if options.Plies > 0 {
		w.chooser = search.NewSearchChooser(static, options.Plies, !options.NoPruning, w.score)
		w.pruningScore = w.cubelessScore
	}
	return w
}

// score sets dst to the values of the results of plays to the players on roll in them.
func (w *childEvaluator) score(dst []float32, plays []board.Play, p []engine.Probabilities) {
	w.leaves.Score(dst, plays, p, w.choice.stakes)
}

// cubelessScore returns the value without the cube, with the gammon prices of the
// match. In money games it is the cubeless equity with gammons: even if gammons
// do not count yet, they will after the first double.
func (w *childEvaluator) cubelessScore(_ *board.Position, p *engine.Probabilities) float32 {
	return float32(w.choice.prices.Utility(p))
}

// values sets dst to the values of a position to the player on roll, without a
// double now, at all stakes of the turn, and returns that player's
// probabilities. After cancellation the results are wrong.
func (w *childEvaluator) values(dst []float64, pos *board.Position, turn, plies int) engine.Probabilities {
	if plies == 0 || w.known(pos) {
		return w.static0(dst, pos, turn)
	}
	l := &w.levels[plies]
	l.children = w.children(l.children, pos, turn, plies == 1)
	width := len(w.plan.turns[turn+1].stakes)
	l.values = slices.Grow(l.values[:0], width*len(l.children))[:width*len(l.children)]
	if plies == 1 {
		w.leafValues(l.values, l.children, turn+1)
		return w.plan.mean(dst, l.children, l.values, turn)
	}
	for i := range l.children {
		if w.ctx.Err() != nil {
			break
		}
		child := &l.children[i]
		child.Probabilities = w.values(l.values[i*width:(i+1)*width], &child.Position, turn+1, plies-1)
	}
	return w.plan.mean(dst, l.children, l.values, turn)
}

// known reports whether the search does not look beyond the position.
func (w *childEvaluator) known(pos *board.Position) bool {
	return w.static.ClassOf(pos).Exact()
}

// static0 is values without look-ahead.
func (w *childEvaluator) static0(dst []float64, pos *board.Position, turn int) engine.Probabilities {
	w.pos[0] = *pos
	w.static.Evaluate(w.p[:], w.pos[:])
	w.alone[0] = search.Child{Position: *pos, Probabilities: w.p[0]}
	w.leafValues(dst, w.alone[:], turn)
	return w.p[0]
}

// leafValues sets dst to the static values of the positions, one after the other, at all
// stakes of the turn.
func (w *childEvaluator) leafValues(dst []float64, all []search.Child, turn int) {
	stakes := w.plan.turns[turn].stakes
	at := func(i int) (*board.Position, *engine.Probabilities) { return &all[i].Position, &all[i].Probabilities }
	leaves := w.leaves.Of(len(all), at, stakes...)
	for i := range leaves {
		for k, st := range stakes {
			dst[i*len(stakes)+k] = st.NoDouble(&leaves[i])
		}
	}
}

// children returns the positions after the plays of the turn.
func (w *childEvaluator) children(dst []search.Child, pos *board.Position, turn int, valued bool) []search.Child {
	w.choice = &w.plan.choice[(turn+1)%2]
	var score engine.Score
	if state := w.choice.stakes.State(); state.IsMatch() {
		score = w.pruningScore
	}
	w.chooser.SetPruningScore(score)
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

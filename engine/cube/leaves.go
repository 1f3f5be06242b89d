package cube

import (
	"slices"

	"gammonlab/board"
	"gammonlab/engine"
)

// Leaves makes static evaluations with an evaluator and an efficiency. It is not safe for
// concurrent use and does not allocate after its first calls.
type Leaves struct {
	static     *engine.Full
	efficiency *Efficiency
	all        []Leaf
}

// NewLeaves returns leaves of the evaluator. A nil efficiency is the model's, see
// [EfficiencyOf].
func NewLeaves(static *engine.Full, efficiency *Efficiency) *Leaves {
	if efficiency == nil {
		efficiency = EfficiencyOf(static)
	}
	return &Leaves{static: static, efficiency: efficiency}
}

// Leaf returns the static evaluation of a position with the given probabilities.
func (l *Leaves) Leaf(pos *board.Position, p *engine.Probabilities) Leaf {
	return l.efficiency.Leaf(pos, l.static.ClassOf(pos), p, l.static.Databases())
}

// Of returns the static evaluations of n positions, of which get returns number i, ready for
// values at the stakes. The next call overwrites them.
func (l *Leaves) Of(n int, get func(i int) (*board.Position, *engine.Probabilities), stakes ...*Stakes) []Leaf {
	l.all = slices.Grow(l.all[:0], n)
	for i := range n {
		l.all = append(l.all, l.Leaf(get(i)))
	}
	Ask(l.all, stakes...)
	return l.all
}

// Score sets dst to the values of the results of plays, with probabilities p, to the players
// on roll in them, who may double.
func (l *Leaves) Score(dst []float32, plays []board.Play, p []engine.Probabilities, st *Stakes) {
	all := l.Of(len(plays), func(i int) (*board.Position, *engine.Probabilities) { return &plays[i].Result, &p[i] }, st, st.doubled)
	for i := range all {
		dst[i] = float32(st.Value(&all[i]))
	}
}

package td

import (
	"maps"
	"slices"

	"gammonlab/board"
	"gammonlab/engine"
	"gammonlab/engine/netplan"
	"gammonlab/nets"
	"gammonlab/nets/learn"
)

// weights are the nets of the model at one time of a run: those in training, and those
// that the model keeps from its parent.
type weights struct {
	model   *nets.Model
	shapes  []nets.Shape // shapes of the nets in training
	trained []*nets.Net  // nets of these shapes
	numbers []int        // indices of their parts in nets.Parts
	several bool         // Config.several

	// By class of positions, the numbers of the nets in training that learn from them:
	// the net that evaluates them, and their pruning net.
	learning [engine.Contact + 1][]int
}

// newWeights returns the weights of a plan whose nets in training are given. It does
// not copy them.
func newWeights(plan *netplan.Plan, variant board.Variant, trained []*nets.Net) *weights {
	w := &weights{
		model:  &nets.Model{Nets: plan.Kept(), Variant: variant},
		shapes: plan.Shapes, trained: trained, several: several(plan.Shapes),
	}
	for _, s := range plan.Shapes {
		w.numbers = append(w.numbers, number(s.Part))
	}
	for _, pruning := range []bool{false, true} {
		for i, s := range plan.Shapes {
			if s.Part.Prunes() != pruning {
				continue
			}
			w.model.Nets[s.Part] = trained[i]
			for _, class := range plan.Classes(s.Part) {
				w.learning[class] = append(w.learning[class], i)
			}
		}
	}
	return w
}

// number returns the number of the part in nets.Parts.
func number(part nets.Part) int { return slices.Index(nets.Parts(), part) }

// clone returns a copy of the nets in training, with the same kept ones.
func (w *weights) clone() *weights {
	c := *w
	c.model = &nets.Model{Nets: maps.Clone(w.model.Nets), Variant: w.model.Variant}
	c.trained = slices.Clone(w.trained)
	for i, n := range w.trained {
		c.trained[i] = n.Clone()
		c.model.Nets[w.shapes[i].Part] = c.trained[i]
	}
	return &c
}

// copy sets the nets in training to those of src, weights of the same run.
func (w *weights) copy(src *weights) {
	for i, n := range w.trained {
		n.Copy(src.trained[i])
	}
}

// classOf returns the class by which nets are chosen for the position. If there is only
// one net, all positions count as the same class.
func (w *weights) classOf(pos *board.Position) engine.Class {
	if len(w.model.Nets) == 1 {
		return engine.Contact
	}
	return engine.ClassOf(pos)
}

// diverged reports whether a net in training has diverged, see [learn.HasDiverged].
func (w *weights) diverged() bool { return slices.ContainsFunc(w.trained, learn.HasDiverged) }

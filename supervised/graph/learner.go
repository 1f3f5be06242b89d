package graph

import (
	"fmt"

	"gorgonia.org/gorgonia"

	"gammonlab/nets"
	"gammonlab/nets/learn"
)

// Learner trains a net as a learn.Learner does: with the same batches, settings and
// states, and the same steps except for rounding. It serves one goroutine.
//
// Where an output's sum is beyond about ±16, its sigmoid in float32 is 0 or 1 to the
// last bits. The cross-entropy is computed from the sum itself, so the net continues to
// learn there.
type Learner struct {
	net      *nets.Net
	settings learn.Settings
	state    learn.State // in the layout of the net; the trainer's state may be newer
	places   []int32     // index of each of the graph's parameters in the net's
	trainer  *Trainer    // for batches up to the largest so far; nil before the first
}

// New returns a learner that changes the net in place. It does not support
// [nets.GnubgSigmoid].
func New(net *nets.Net, settings learn.Settings) (*Learner, error) {
	if err := check(settings); err != nil {
		return nil, err
	}
	for _, a := range append([]nets.Activation{net.Spec().HeadActivation()}, net.Spec().Activations...) {
		if a == nets.GnubgSigmoid {
			return nil, fmt.Errorf("a net with %s: it is a step function without a gradient; train it with package learn", a)
		}
	}
	l := &Learner{net: net, settings: settings, places: placesOf(net)}
	for range newSolver(settings, 0).moments {
		l.state.Moments = append(l.state.Moments, make([]float32, len(net.Params())))
	}
	return l, nil
}

// Net returns the net that learns.
func (l *Learner) Net() *nets.Net { return l.net }

// State returns the learner's current state. The next call overwrites its vectors: copy
// them to keep them.
func (l *Learner) State() learn.State {
	if l.trainer != nil {
		s := l.trainer.State()
		l.state.Steps = s.Steps
		for i, m := range s.Moments {
			scatter(l.state.Moments[i], m, l.places)
		}
	}
	return l.state
}

// SetState continues from the state of a learner of this package or of learn with the
// same settings and a net of the same shape.
func (l *Learner) SetState(s learn.State) error {
	if err := checkState(s, len(l.state.Moments), len(l.net.Params())); err != nil {
		return err
	}
	l.state.Steps = s.Steps
	for i, m := range s.Moments {
		copy(l.state.Moments[i], m)
	}
	l.copyState()
	return nil
}

// copyState copies the learner's state to the trainer, if there is one.
func (l *Learner) copyState() {
	if l.trainer == nil {
		return
	}
	l.trainer.solver.steps = l.state.Steps
	for i, m := range l.trainer.solver.moments {
		gather(m, l.state.Moments[i], l.places)
	}
}

// Step takes a step on the batch, which must not be empty, and returns the loss before
// it: the mean over the positions. A batch larger than all previous ones takes
// additional time for a new graph.
func (l *Learner) Step(b *learn.Batch, rate float64) (float64, error) {
	if b.Len() == 0 {
		return 0, fmt.Errorf("an empty batch, want at least one position")
	}
	if l.trainer == nil || l.trainer.rows < b.Len() {
		if err := l.widen(b.Len()); err != nil {
			return 0, err
		}
	}
	l.load()
	loss, err := l.trainer.Step(b, rate)
	if err != nil {
		return 0, err
	}
	l.store()
	return loss, nil
}

// widen makes a graph for batches of the given size with the state of the previous
// graph.
func (l *Learner) widen(rows int) error {
	l.State()
	t, err := NewTrainer(l.build, l.net.Set().Len(), rows, l.settings)
	if err != nil {
		return err
	}
	l.trainer = t
	l.copyState()
	return nil
}

// build makes the graph of the net, for each layer a matrix of weights with a
// row for each input and one of biases.
func (l *Learner) build(x *gorgonia.Node) (*gorgonia.Node, gorgonia.Nodes, error) {
	var params gorgonia.Nodes
	for i := range l.net.Layers() {
		layout := l.net.Layout(i)
		w := Param(x, fmt.Sprintf("weights%d", i), layout.In, layout.Out, make([]float32, layout.In*layout.Out))
		b := Param(x, fmt.Sprintf("biases%d", i), 1, layout.Out, make([]float32, layout.Out))
		params = append(params, w, b)
		sums, err := Affine(x, w, b)
		if err != nil {
			return nil, nil, err
		}
		if x = sums; i < len(l.net.Spec().Hidden) {
			if x, err = Activate(sums, l.net.Spec().Activations[i]); err != nil {
				return nil, nil, err
			}
		}
	}
	return x, params, nil
}

// load sets the graph's parameters to the net's.
func (l *Learner) load() {
	at := 0
	for _, p := range l.trainer.params {
		values := p.Value().Data().([]float32)
		gather(values, l.net.Params(), l.places[at:])
		at += len(values)
	}
}

// store sets the net's parameters to the graph's.
func (l *Learner) store() {
	at := 0
	for _, p := range l.trainer.params {
		values := p.Value().Data().([]float32)
		scatter(l.net.Params(), values, l.places[at:])
		at += len(values)
	}
}

// gather sets dst[i] to src[places[i]].
func gather(dst, src []float32, places []int32) {
	for i := range dst {
		dst[i] = src[places[i]]
	}
}

// scatter sets dst[places[i]] to src[i].
func scatter(dst, src []float32, places []int32) {
	for i, v := range src {
		dst[places[i]] = v
	}
}

// placesOf returns the index, among a net's parameters, of each parameter of its graph.
func placesOf(net *nets.Net) []int32 {
	var places []int32
	for l := range net.Layers() {
		layout := net.Layout(l)
		for i := range layout.In {
			for o := range layout.Out {
				places = append(places, int32(layout.Weights+i*layout.PerIn+o*layout.PerOut))
			}
		}
		for o := range layout.Out {
			places = append(places, int32(layout.Biases+o))
		}
	}
	return places
}

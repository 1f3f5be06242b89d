package learn

import (
	"fmt"
	"math"
	"slices"
	"sync/atomic"

	"gammonlab/nets"
	"gammonlab/nets/kernel"
)

// Method names how a step follows from the gradient.
type Method string

// The methods.
const (
	// SGD moves by -rate times a velocity, v ← momentum·v + gradient.
	SGD Method = "sgd"

	// Adam moves by -rate·m/(√v+ε), m and v the running means of the gradient and
	// of its square, each divided by what it lacks for having begun at 0 (Kingma
	// and Ba, Adam, 2015, algorithm 1).
	Adam Method = "adam"
)

// Settings say how a net learns.
type Settings struct {
	Loss     Loss
	Method   Method
	Momentum float64 // of SGD, 0 for none
	Workers  int     // goroutines that share a step; results do not depend on it
}

// The constants of Adam, as the paper proposes them.
const (
	AdamMean    = 0.9   // decay of the running mean of the gradient
	AdamSquare  = 0.999 // decay of that of its square
	AdamEpsilon = 1e-8  // what is added to the root
)

// Validate reports the first setting that makes no sense.
func (s *Settings) Validate() error {
	if err := s.Loss.Validate(); err != nil {
		return err
	}
	switch {
	case s.Method != SGD && s.Method != Adam:
		return fmt.Errorf("learn: unknown method %q, want %s or %s", s.Method, SGD, Adam)
	case !(s.Momentum >= 0 && s.Momentum < 1):
		return fmt.Errorf("learn: momentum is %v, want from 0 to below 1", s.Momentum)
	case s.Method == Adam && s.Momentum != 0:
		return fmt.Errorf("learn: momentum %v goes with %s, not with %s", s.Momentum, SGD, Adam)
	case s.Workers < 1:
		return fmt.Errorf("learn: workers is %d, want at least 1", s.Workers)
	}
	return nil
}

// State is what a learner knows beside the weights. Vectors are laid out as
// [nets.Net.Params].
type State struct {
	Steps   int64
	Moments [][]float32 // of SGD the velocity; of Adam the two means
}

// Learner changes a net step by step. It serves one goroutine; a step starts
// others and ends with them.
type Learner struct {
	net      *nets.Net
	settings Settings
	state    State
	layers   []nets.Layer // the head last

	pool  phasePool
	batch *Batch
	rows  rows
	adam  kernel.Adam
	rate  float32

	diverged atomic.Bool // a weight is not finite

	gradient   []float32   // laid out as the parameters
	transposed [][]float32 // weights of hidden layers, pad(units) × pad(inputs), where backward wants them
	zeros      []float32   // as many as any hidden layer has units, padded
}

// sparse reports whether most of what hidden layer i answers is zero once it has
// learned, and with it the loss by the layer's sums.
func (l *Learner) sparse(i int) bool { return l.layers[i].Activation == nets.ReLU }

// transposes reports whether what hidden layer i answers is turned round, for the
// gradient of the hidden layer above.
func (l *Learner) transposes(i int) bool { return l.sparse(i) && i < len(l.layers)-2 }

// New returns a learner that changes the net in place.
func New(net *nets.Net, settings Settings) (*Learner, error) {
	if err := settings.Validate(); err != nil {
		return nil, err
	}
	l := &Learner{net: net, settings: settings, gradient: make([]float32, len(net.Params()))}
	for i := range net.Layers() {
		l.layers = append(l.layers, net.Layer(i))
	}
	moments := 1
	if settings.Method == Adam {
		moments = 2
	}
	for range moments {
		l.state.Moments = append(l.state.Moments, make([]float32, len(net.Params())))
	}
	for i := range l.layers {
		l.zeros = make([]float32, max(len(l.zeros), pad(l.layers[i].Out)))
	}
	l.transposed = make([][]float32, len(l.layers)-1)
	for i := 1; i < len(l.transposed); i++ {
		if l.sparse(i) {
			l.transposed[i] = make([]float32, pad(l.layers[i].In)*pad(l.layers[i].Out))
		}
	}
	l.pool.start(settings.Workers, l.work)
	return l, nil
}

// Net returns the net that learns.
func (l *Learner) Net() *nets.Net { return l.net }

// State returns the learner's state, which is its own: copy what is to stay.
func (l *Learner) State() State { return l.state }

// Clone returns a state of its own.
func (s State) Clone() State {
	s.Moments = slices.Clone(s.Moments)
	for i, m := range s.Moments {
		s.Moments[i] = slices.Clone(m)
	}
	return s
}

// SetState goes on from a state that a learner with the same settings over a
// net of the same shape had.
func (l *Learner) SetState(s State) error {
	if len(s.Moments) != len(l.state.Moments) {
		return fmt.Errorf("learn: a state with %d moments, want %d for %s", len(s.Moments), len(l.state.Moments), l.settings.Method)
	}
	for i, m := range s.Moments {
		if len(m) != len(l.state.Moments[i]) {
			return fmt.Errorf("learn: moment %d has %d values, want %d", i, len(m), len(l.state.Moments[i]))
		}
	}
	for i, m := range s.Moments {
		copy(l.state.Moments[i], m)
	}
	l.state.Steps = s.Steps
	return nil
}

// Step takes a step on the batch and returns the loss before it: the mean over
// the positions. It fails, and changes nothing, if the batch is empty or does
// not fit the net. A loss that is not finite says that learning has diverged, or
// that the batch is not finite; it is NaN if a weight is not finite after the
// step.
func (l *Learner) Step(b *Batch, rate float64) (float64, error) {
	if err := b.check(l.net.Set().Len()); err != nil {
		return 0, err
	}
	l.state.Steps++
	l.batch = b
	l.rows.grow(l, b.Len())
	l.setRates(rate)
	l.plan(b.Len())
	l.diverged.Store(false)
	l.pool.run()
	l.batch = nil

	loss := 0.0
	for _, v := range l.rows.loss[:b.Len()] {
		loss += v
	}
	if l.diverged.Load() {
		loss = math.NaN()
	}
	return loss / float64(b.Len()), nil
}

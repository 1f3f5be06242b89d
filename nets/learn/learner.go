package learn

import (
	"fmt"
	"math"
	"slices"
	"sync/atomic"

	"gammonlab/internal/setting"
	"gammonlab/nets"
	"gammonlab/nets/kernel"
)

// Method is the optimizer: it computes a step from the gradient.
type Method string

// The methods.
const (
	// SGD moves by -rate times a velocity, v ← momentum·v + gradient.
	SGD Method = "sgd"

	// Adam moves by -rate·m/(√v+ε), where m and v are the running means of the
	// gradient and of its square, corrected for their start at 0 (Kingma and Ba,
	// Adam, 2015, algorithm 1).
	Adam Method = "adam"
)

// Settings are the settings of a [Learner].
type Settings struct {
	Loss     Loss
	Method   Method
	Momentum float64 // momentum of SGD, in [0, 1); 0 for none
	Workers  int     // number of goroutines that share a step; results do not depend on it

	// Precision is that of the products of the hidden layers: nets.Float32, or nets.BFloat16,
	// which needs a matrix unit. "" is Float32.
	Precision nets.Precision

	// Differences is the weight of errors of differences, with the loss Equity only; 0 for none.
	// It adds Differences·(m-M)²/2 to the loss of each position of [Batch.Joined], where m is
	// the error of its equity and M the mean of m over the positions of the roll: a player
	// chooses between them, and an error that they share has no effect on the choice.
	Differences float64
}

// The constants of Adam, as proposed in the paper.
const (
	AdamMean    = 0.9   // decay of the running mean of the gradient
	AdamSquare  = 0.999 // decay of the running mean of its square
	AdamEpsilon = 1e-8  // added to the root
)

const mostDifferences = 1e6 // far above all useful weights

// Validate returns an error for the first invalid setting.
func (s *Settings) Validate() error {
	if err := s.Loss.Validate(); err != nil {
		return setting.In("loss", err)
	}
	if err := s.Method.Validate(); err != nil {
		return setting.In("optimizer", err)
	}
	switch {
	case !(s.Differences >= 0 && s.Differences <= mostDifferences):
		return setting.Errorf("%s is %v, want 0 to %v", setting.Name("differences"), s.Differences, mostDifferences)
	case s.Differences != 0 && s.Loss != Equity:
		return setting.Errorf("%s is %v, which has an effect with %s %s only, not with %s", setting.Name("differences"), s.Differences, setting.Name("loss"), Equity, s.Loss)
	case !(s.Momentum >= 0 && s.Momentum < 1):
		return setting.Errorf("%s is %v, want from 0 to below 1", setting.Name("momentum"), s.Momentum)
	case s.Method != SGD && s.Momentum != 0:
		return setting.Errorf("%s is %v, which has an effect with %s only, not with %s", setting.Name("momentum"), s.Momentum, SGD, s.Method)
	case s.Workers < 1:
		return setting.Errorf("%s is %d, want at least 1", setting.Name("workers"), s.Workers)
	}
	return setting.Check("precision", slices.Contains([]nets.Precision{"", nets.Float32, nets.BFloat16}, s.Precision),
		"is %q, want %s or %s", s.Precision, nets.Float32, nets.BFloat16)
}

// Values returns the names of all methods, those of [RegisterMethod] last.
func (Method) Values() []string { return known([]Method{SGD, Adam}, registry.methods) }

// Validate returns an error for an unknown method.
func (m Method) Validate() error {
	if names := m.Values(); !slices.Contains(names, string(m)) {
		return fmt.Errorf("unknown method %q, want %s", m, either(names))
	}
	return nil
}

// State is the state of a learner besides the weights. Vectors have the layout
// of [nets.Net.Params].
type State struct {
	Steps   int64
	Moments [][]float32 // the velocity of SGD, the two running means of Adam, those of a registered method
}

// Learner trains a net step by step. It is not safe for concurrent use; a step
// starts goroutines and waits for them.
type Learner struct {
	net      *nets.Net
	settings Settings
	state    State
	layers   []nets.Layer // all layers, with the head last

	pool   phasePool
	batch  *Batch
	rows   rows
	halves halves // in bfloat16, else nil
	adam   kernel.Adam
	loss   LossFunc  // a registered loss, else nil
	own    Optimizer // of a registered method
	rate   float32

	diverged atomic.Bool // a weight is not finite

	gradient   []float32   // laid out as the parameters
	transposed [][]float32 // weights of the hidden layers for which backward needs them, pad(units) × pad(inputs)
	zeros      []float32   // as long as the widest hidden layer, padded
}

// sparse reports whether most values of hidden layer i, and most derivatives of the loss by
// the layer's sums, are zero in a trained net.
func (l *Learner) sparse(i int) bool { return l.layers[i].Activation == nets.ReLU }

// transposes reports whether the values of hidden layer i are transposed, for
// the gradient of the hidden layer above.
func (l *Learner) transposes(i int) bool {
	return l.sparse(i) && i < len(l.layers)-2 && l.halves == nil
}

// New returns a learner that trains the net in place. It returns an error for nets.BFloat16
// if this machine has no matrix unit.
func New(net *nets.Net, settings Settings) (*Learner, error) {
	if err := settings.Validate(); err != nil {
		return nil, err
	}
	if settings.Precision == nets.BFloat16 {
		if err := kernel.CheckHalves(); err != nil {
			return nil, fmt.Errorf("precision %s: %w", settings.Precision, err)
		}
	}
	l := &Learner{net: net, settings: settings, gradient: make([]float32, len(net.Params()))}
	for i := range net.Layers() {
		l.layers = append(l.layers, net.Layer(i))
	}
	l.loss = settings.Loss.Registered()
	l.own, _ = settings.Method.registered()
	for range l.moments() {
		l.state.Moments = append(l.state.Moments, make([]float32, len(net.Params())))
	}
	for i := range l.layers {
		l.zeros = make([]float32, max(len(l.zeros), pad(l.layers[i].Out)))
	}
	if settings.Precision == nets.BFloat16 {
		l.halves = newHalves(l.layers)
	}
	l.transposed = make([][]float32, len(l.layers)-1)
	for i := 1; i < len(l.transposed); i++ {
		if l.sparse(i) && l.halves == nil {
			l.transposed[i] = make([]float32, pad(l.layers[i].In)*pad(l.layers[i].Out))
		}
	}
	l.pool.start(settings.Workers, l.work)
	return l, nil
}

// moments returns the number of moments of the method.
func (l *Learner) moments() int {
	switch l.settings.Method {
	case SGD:
		return 1
	case Adam:
		return 2
	}
	return l.own.Moments
}

// Net returns the net in training.
func (l *Learner) Net() *nets.Net { return l.net }

// State returns the learner's state, which shares the learner's memory: use [State.Clone]
// to keep the state.
func (l *Learner) State() State { return l.state }

// Clone returns a deep copy.
func (s State) Clone() State {
	s.Moments = slices.Clone(s.Moments)
	for i, m := range s.Moments {
		s.Moments[i] = slices.Clone(m)
	}
	return s
}

// SetState restores the state of a learner with the same settings and a net of
// the same shape.
func (l *Learner) SetState(s State) error {
	if len(s.Moments) != len(l.state.Moments) {
		return fmt.Errorf("a state with %d moments, want %d for %s", len(s.Moments), len(l.state.Moments), l.settings.Method)
	}
	for i, m := range s.Moments {
		if len(m) != len(l.state.Moments[i]) {
			return fmt.Errorf("moment %d has %d values, want %d", i, len(m), len(l.state.Moments[i]))
		}
	}
	for i, m := range s.Moments {
		copy(l.state.Moments[i], m)
	}
	l.state.Steps = s.Steps
	return nil
}

// Step takes a step on the batch and returns the mean loss of the positions before the
// step. It returns an error and changes nothing if the batch is empty or does not fit the
// net. A loss that is not finite means that training has diverged, or that the batch
// contains values that are not finite. The loss is NaN if a weight is not finite after the
// step.
func (l *Learner) Step(b *Batch, rate float64) (float64, error) {
	if err := b.check(l.net.Set().Len()); err != nil {
		return 0, err
	}
	l.state.Steps++
	l.batch = b
	l.rows.grow(l, b.Len())
	l.halves.grow(l.layers, b.Len())
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

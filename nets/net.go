package nets

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gammonlab/features"
	"gammonlab/internal/seed"
	"gammonlab/nets/kernel"
)

// Net is a feed-forward net with its weights. It is safe for concurrent passes
// as long as its parameters do not change.
type Net struct {
	spec   Spec
	set    features.Set
	module string // that has the set, see [features.Module]; a net that was read keeps its file's
	params []float32
	hidden []layer
	head   layer
}

// layer is a view of one layer's parameters. The weight from input i to unit o
// is w[i*perIn+o*perOut].
type layer struct {
	in, out       int // numbers of inputs and units, without padding
	perIn, perOut int
	activation    Activation // activation of a hidden layer
	sparse        bool       // the inputs are mostly zero, and products need not be rounded
	w, b          []float32
	fixed         *kernel.Fixed // the weights for products of integers, nil without
	wAt, bAt, end int           // indexes in the parameters: first weight, first bias, end
}

// pad rounds n up to a multiple of kernel.Lanes.
func pad(n int) int { return (n + kernel.Lanes - 1) / kernel.Lanes * kernel.Lanes }

// New returns a net of the given shape with all parameters zero.
func New(spec Spec) (*Net, error) {
	if err := spec.Validate(); err != nil {
		return nil, err
	}
	set, err := features.Lookup(spec.Features)
	if err != nil {
		return nil, err
	}
	spec.Hidden, spec.Activations = slices.Clone(spec.Hidden), slices.Clone(spec.Activations)
	n := &Net{spec: spec, set: set, module: features.Module(set)}
	n.layOut(nil)
	return n, nil
}

// layOut divides the parameters into layers. If params is nil, it allocates them.
func (n *Net) layOut(params []float32) {
	total := 0
	take := func(l layer, weights int) layer {
		l.wAt, l.bAt = total, total+weights
		l.end = l.bAt + pad(l.out)
		total = l.end
		return l
	}
	in := n.set.Len()
	n.hidden = nil
	for i, units := range n.spec.Hidden {
		l := layer{in: in, out: units, perIn: pad(units), perOut: 1, activation: n.spec.Activations[i]}
		l.sparse = i == 0 && l.activation != GnubgSigmoid || i > 0 && n.spec.Activations[i-1] == ReLU
		n.hidden = append(n.hidden, take(l, pad(in)*pad(units)))
		in = units
	}
	n.head = take(layer{in: in, out: Outputs, perIn: 1, perOut: pad(in)}, Outputs*pad(in))

	if params == nil {
		params = make([]float32, total)
	}
	n.params = params
	for _, l := range n.layers() {
		l.w, l.b = params[l.wAt:l.bAt], params[l.bAt:l.end]
	}
	n.head.b = n.head.b[:Outputs]
}

// layers returns the hidden layers and the head.
func (n *Net) layers() []*layer {
	var all []*layer
	for i := range n.hidden {
		all = append(all, &n.hidden[i])
	}
	return append(all, &n.head)
}

// NewRandom returns a net with random weights, determined by the seed s: uniform with mean
// 0 and the variance 1/fan-in of LeCun et al. (Efficient BackProp, 1998), twice this
// variance for ReLU (He et al., 2015) and a hundred times for GnubgSigmoid, which uses a
// tenth of its sum. The fan-in of the first layer counts only the inputs that are nonzero
// at the same time, about [typicalInputs]. Biases are 0.
func NewRandom(spec Spec, s uint64) (*Net, error) {
	n, err := New(spec)
	if err != nil {
		return nil, err
	}
	for i, l := range n.layers() {
		variance := 1 / float64(l.in)
		if i == 0 {
			variance = 1 / float64(min(typicalInputs, l.in))
		}
		switch l.activation {
		case ReLU:
			variance *= 2
		case GnubgSigmoid:
			variance /= gnubgBeta * gnubgBeta
		}
		fill(l, math.Sqrt(3*variance), rand.New(seed.Stream(s, uint64(i))))
	}
	return n, nil
}

// typicalInputs is the approximate number of nonzero inputs of a sparse board
// description.
const typicalInputs = 30

// fill sets the layer's weights to uniform random numbers within ±limit.
func fill(l *layer, limit float64, rng *rand.Rand) {
	for o := range l.out {
		for i := range l.in {
			l.w[i*l.perIn+o*l.perOut] = float32((2*rng.Float64() - 1) * limit)
		}
	}
}

// Spec returns the net's shape.
func (n *Net) Spec() Spec { return n.spec }

// Set returns the feature set of the net's inputs.
func (n *Net) Set() features.Set { return n.set }

// Params returns all parameters, padding included, in the layout of the package
// comment. The slice shares the net's memory.
func (n *Net) Params() []float32 { return n.params }

// Layers returns the number of layers with weights: the hidden layers and the
// head.
func (n *Net) Layers() int { return len(n.hidden) + 1 }

// NumWeights returns the number of weights and biases without padding.
func (n *Net) NumWeights() int { return n.spec.numWeights() }

// Clone returns a copy with its own parameters.
func (n *Net) Clone() *Net {
	c := &Net{spec: n.spec, set: n.set, module: n.module}
	c.layOut(slices.Clone(n.params))
	return c
}

// Copy sets the parameters to the parameters of src, which must have the same shape.
func (n *Net) Copy(src *Net) {
	if len(n.params) != len(src.params) {
		panic("nets: Copy between nets of different shapes")
	}
	copy(n.params, src.params)
}

// AddScaled adds to the parameters a direction, in the layout of [Net.Params],
// multiplied by the rate of each layer, the head's last.
func (n *Net) AddScaled(rates, direction []float32) {
	for i := range n.Layers() {
		l := &n.head
		if i < len(n.hidden) {
			l = &n.hidden[i]
		}
		kernel.Axpy(n.params[l.wAt:l.end], rates[i], direction[l.wAt:l.end])
	}
}

// LayerWeights contains the parameters of a layer in the layout of files.
type LayerWeights struct {
	Weight []float32 // an [out, in] matrix, row after row
	Bias   []float32 // one value for each unit
}

// NewFromLayers returns a net of the given shape with a copy of the given parameters. The
// layers are in order from the first hidden layer, with the head last.
func NewFromLayers(spec Spec, layers []LayerWeights) (*Net, error) {
	n, err := New(spec)
	if err != nil {
		return nil, err
	}
	own := n.layers()
	if len(layers) != len(own) {
		return nil, fmt.Errorf("%d layers for a net of the shape %v, want %d", len(layers), spec, len(own))
	}
	for i, l := range own {
		if len(layers[i].Weight) != l.in*l.out || len(layers[i].Bias) != l.out {
			return nil, fmt.Errorf("layer %d has %d weights and %d biases, want %d x %d and %d",
				i, len(layers[i].Weight), len(layers[i].Bias), l.out, l.in, l.out)
		}
		l.load(layers[i].Weight, layers[i].Bias)
	}
	return n, nil
}

package foreign

import (
	"fmt"

	"gammonlab/nets"
)

// gemm returns the layer of an operator Gemm: a matrix and a bias vector.
func (w *walker) gemm(n *node) (*step, error) {
	if len(n.inputs) < 2 || len(n.inputs) > 3 {
		return nil, fmt.Errorf("%d inputs, want 2 or 3", len(n.inputs))
	}
	if n.integer("transA", 0) != 0 {
		return nil, fmt.Errorf("transA is set: each input must be a row")
	}
	weight, err := w.mustConstant(n, 1)
	if err != nil {
		return nil, err
	}
	s := &step{weight: scaled(weight, n.float("alpha", 1)), transB: n.integer("transB", 0) != 0}
	if len(n.inputs) == 3 && n.inputs[2] != "" {
		bias, err := w.mustConstant(n, 2)
		if err != nil {
			return nil, err
		}
		s.bias = scaled(bias, n.float("beta", 1))
	}
	return s, nil
}

// scaled returns a constant multiplied by a factor.
func scaled(t *tensor, factor float32) *tensor {
	if factor == 1 {
		return t
	}
	other := *t
	other.values = make([]float32, len(t.values))
	for i, v := range t.values {
		other.values[i] = factor * v
	}
	return &other
}

// matMul returns the layer of an operator MatMul, which has no bias yet.
func (w *walker) matMul(n *node) (*step, error) {
	if len(n.inputs) != 2 {
		return nil, fmt.Errorf("%d inputs, want 2", len(n.inputs))
	}
	weight, err := w.mustConstant(n, 1)
	return &step{weight: weight}, err
}

// add returns the bias that an operator adds, and the name of the other input.
func (w *walker) add(n *node) (*step, string, error) {
	if len(n.inputs) != 2 {
		return nil, "", fmt.Errorf("%d inputs, want 2", len(n.inputs))
	}
	for i, name := range n.inputs {
		bias, err := w.constant(name)
		if err != nil {
			return nil, "", err
		}
		if bias != nil {
			return &step{bias: bias}, n.inputs[1-i], nil
		}
	}
	return nil, "", fmt.Errorf("neither input is a constant: only a bias can be added")
}

// layers returns the net of the steps.
func layers(steps []step) (*Net, error) {
	n := &Net{}
	open := false // the last layer's sums have no activation yet
	for i := range steps {
		s := &steps[i]
		var err error
		switch {
		case s.weight != nil && open:
			err = fmt.Errorf("a layer directly after another, want an activation between them")
		case s.weight != nil:
			err = n.addLayer(s)
			open = true
		case !open && s.bias != nil:
			err = fmt.Errorf("the other input is not the sum of a layer")
		case s.bias != nil:
			err = n.addBias(s.bias)
		case !open:
			err = fmt.Errorf("the input of the activation is not the sum of a layer")
		default:
			open = false
			err = n.activate(s, i == len(steps)-1)
		}
		if err != nil {
			return nil, fmt.Errorf("%v: %w", s.node, err)
		}
	}
	if len(n.Layers) == 0 {
		return nil, fmt.Errorf("no layers between input and output")
	}
	n.Logits = open
	return n, nil
}

// addLayer adds a layer's matrix, and its bias if it has one.
func (n *Net) addLayer(s *step) error {
	weight := s.weight
	if len(weight.shape) != 2 {
		return fmt.Errorf("the weights have shape %v, want a matrix", weight.shape)
	}
	if !s.transB {
		weight = weight.transposed()
	}
	l := Layer{Name: s.node.String(), Out: weight.shape[0], In: weight.shape[1]}
	l.Weight = weight.values
	n.Layers = append(n.Layers, l)
	if s.bias != nil {
		return n.addBias(s.bias)
	}
	return nil
}

// addBias sets the bias of the last layer, from one number for each unit or one
// number for all.
func (n *Net) addBias(bias *tensor) error {
	l := &n.Layers[len(n.Layers)-1]
	if l.Bias != nil {
		return fmt.Errorf("a second bias")
	}
	switch {
	case len(bias.values) == l.Out && (len(bias.shape) == 0 || bias.shape[len(bias.shape)-1] == l.Out):
		l.Bias = bias.values
	case len(bias.values) == 1:
		l.Bias = make([]float32, l.Out)
		for i := range l.Bias {
			l.Bias[i] = bias.values[0]
		}
	default:
		return fmt.Errorf("the bias has shape %v, want [%d]", bias.shape, l.Out)
	}
	return nil
}

// activate sets an activation: of the head for the last layer, otherwise of a hidden layer.
func (n *Net) activate(s *step, head bool) error {
	switch {
	case s.activation == nets.GnubgSigmoid && s.head != head:
		return fmt.Errorf("gnubg's sigmoid for outputs in a hidden layer, or the one for hidden layers at the outputs")
	case !head:
		n.Activations = append(n.Activations, s.activation)
	case s.activation == nets.Sigmoid || s.activation == nets.GnubgSigmoid:
		n.Head = s.activation
	default:
		return fmt.Errorf("%s at the outputs, want a sigmoid", s.activation)
	}
	return nil
}

package foreign

import (
	"fmt"
	"slices"

	"gammonlab/nets"
)

// step is an operation on the path from the inputs to the outputs of a graph.
type step struct {
	node       *node
	weight     *tensor         // weights of a layer: [in, out], or with transB [out, in]
	transB     bool            // the weights are transposed
	bias       *tensor         // bias of a layer, nil for none; or a bias for the layer before
	activation nets.Activation // activation, if the step is one
	head       bool            // the activation is gnubg's sigmoid for outputs
}

// walker follows the path from a graph's output to its input.
type walker struct {
	graph    *graph
	makes    map[string]*node // nodes, by the names of their results
	patterns []pattern        // activations that consist of several operators
}

// newWalker returns a walker of the graph.
func newWalker(g *graph) (*walker, error) {
	w := &walker{graph: g, makes: map[string]*node{}}
	for i := range g.nodes {
		n := &g.nodes[i]
		for _, out := range n.outputs {
			if out == "" {
				continue
			}
			if w.makes[out] != nil {
				return nil, fmt.Errorf("%v and %v have the same result %q", n, w.makes[out], out)
			}
			w.makes[out] = n
		}
	}
	var err error
	w.patterns, err = gnubgPatterns()
	return w, err
}

// path returns the steps from the graph's input to its output, in order.
func (w *walker) path(output string) ([]step, error) {
	var steps []step
	at := output
	for range len(w.graph.nodes) + 1 {
		if slices.Contains(w.graph.inputs, at) && w.graph.constants[at] == nil {
			slices.Reverse(steps)
			return steps, nil
		}
		n := w.makes[at]
		if n == nil {
			return nil, fmt.Errorf("%q is neither the result of a node nor the input of the graph", at)
		}
		s, from, err := w.step(n, at)
		if err != nil {
			return nil, fmt.Errorf("%v: %w", n, err)
		}
		if s != nil {
			s.node = n
			steps = append(steps, *s)
		}
		at = from
	}
	return nil, fmt.Errorf("the nodes before %q form a cycle", output)
}

// activations contains the operators that are activations.
var activations = map[string]nets.Activation{"Relu": nets.ReLU, "Sigmoid": nets.Sigmoid, "Tanh": nets.Tanh}

// step returns the operation of the node, nil for none, and the name of its
// input vector.
func (w *walker) step(n *node, result string) (s *step, from string, err error) {
	if n.domain != "" && n.domain != "ai.onnx" {
		return nil, "", fmt.Errorf("an operator of %s, want one of ONNX itself", n.domain)
	}
	if len(n.inputs) == 0 || len(n.outputs) == 0 || n.outputs[0] != result {
		return nil, "", fmt.Errorf("%d inputs and the result %q, want inputs and one result", len(n.inputs), result)
	}
	if a, ok := activations[n.operator]; ok {
		return &step{activation: a}, n.inputs[0], nil
	}
	switch n.operator {
	case "Gemm":
		s, err = w.gemm(n)
		return s, n.inputs[0], err
	case "MatMul":
		s, err = w.matMul(n)
		return s, n.inputs[0], err
	case "Add":
		return w.add(n)
	case "Where":
		return w.pattern(result)
	case "Identity", "Dropout":
		return nil, n.inputs[0], nil
	case "Cast":
		if _, ok := onnxKinds[n.integer("to", 0)]; !ok {
			return nil, "", fmt.Errorf("to is %d, want a type of floating-point numbers", n.integer("to", 0))
		}
		return nil, n.inputs[0], nil
	case "Flatten":
		if axis := n.integer("axis", 1); axis != 1 {
			return nil, "", fmt.Errorf("axis is %d, want 1", axis)
		}
		return nil, n.inputs[0], nil
	case "Reshape": // a Reshape cannot change the number of values
		return nil, n.inputs[0], nil
	}
	return nil, "", fmt.Errorf("an operator that is not supported, want a multilayer perceptron of Gemm, MatMul, Add, " +
		"Relu, Sigmoid, Tanh, Identity, Flatten, Reshape, Cast or Dropout")
}

// constant returns a constant of floating-point numbers: an initializer, the
// result of Constant, or the result of Identity or Transpose of a constant. It
// returns nil if the value is not a constant.
func (w *walker) constant(name string) (*tensor, error) {
	const most = 8 // successive operators
	transpose := false
	for range most {
		t := w.graph.constants[name]
		n := w.makes[name]
		if t == nil && n != nil && n.operator == "Constant" {
			t = n.attributes["value"].tensor
		}
		switch {
		case t != nil && t.values == nil:
			return nil, fmt.Errorf("constant %q is of type %d, want floating-point numbers", name, t.kind)
		case t != nil && transpose:
			if len(t.shape) != 2 {
				return nil, fmt.Errorf("constant %q has shape %v, want a matrix to transpose", name, t.shape)
			}
			return t.transposed(), nil
		case t != nil:
			return t, nil
		case n == nil || len(n.inputs) != 1:
			return nil, nil
		}
		switch n.operator {
		case "Identity":
		case "Transpose":
			if perm := n.attributes["perm"].integers; perm != nil && !slices.Equal(perm, []int64{1, 0}) {
				return nil, fmt.Errorf("%v: perm is %v, want [1 0]", n, perm)
			}
			transpose = !transpose
		default:
			return nil, nil
		}
		name = n.inputs[0]
	}
	return nil, nil
}

// mustConstant is constant for an input that must be a constant.
func (w *walker) mustConstant(n *node, input int) (*tensor, error) {
	t, err := w.constant(n.inputs[input])
	if err == nil && t == nil {
		err = fmt.Errorf("input %d, %q, is not a constant", input+1, n.inputs[input])
	}
	return t, err
}

package graph

import (
	"fmt"

	"gorgonia.org/gorgonia"
	"gorgonia.org/tensor"

	"gammonlab/nets"
)

// Build makes the learned part of a graph. It receives the inputs, a float32 matrix
// with a row for each position and a column for each input. It returns the sums, a
// matrix with a column for each of the [nets.Outputs] whose logistic sigmoids are the
// outputs, and the learned parameters: nodes with values, as [Param] makes them.
type Build func(inputs *gorgonia.Node) (sums *gorgonia.Node, params gorgonia.Nodes, err error)

// Param adds parameters to the graph of a node: a matrix with the values, row
// after row, which it copies.
func Param(of *gorgonia.Node, name string, rows, cols int, values []float32) *gorgonia.Node {
	return matrix(of.Graph(), name, rows, cols, append([]float32(nil), values...))
}

// matrix adds a matrix that shares memory with values.
func matrix(g *gorgonia.ExprGraph, name string, rows, cols int, values []float32) *gorgonia.Node {
	value := tensor.New(tensor.WithShape(rows, cols), tensor.WithBacking(values))
	return gorgonia.NewMatrix(g, tensor.Float32,
		gorgonia.WithShape(rows, cols), gorgonia.WithName(name), gorgonia.WithValue(value))
}

// Affine returns x·w + b, b a matrix of one row that is added to every row.
func Affine(x, w, b *gorgonia.Node) (*gorgonia.Node, error) {
	product, err := gorgonia.Mul(x, w)
	if err != nil {
		return nil, fmt.Errorf("%s · %s: %w", x.Name(), w.Name(), err)
	}
	sums, err := gorgonia.BroadcastAdd(product, b, nil, []byte{0})
	if err != nil {
		return nil, fmt.Errorf("adding %s: %w", b.Name(), err)
	}
	return sums, nil
}

// Activate applies an activation to sums. It does not support [nets.GnubgSigmoid], a step
// function that is trained with the slope of another function: automatic differentiation
// cannot find that slope.
func Activate(sums *gorgonia.Node, a nets.Activation) (*gorgonia.Node, error) {
	switch a {
	case nets.Sigmoid:
		return gorgonia.Sigmoid(sums)
	case nets.Tanh:
		return gorgonia.Tanh(sums)
	case nets.ReLU:
		return rectify(sums)
	}
	return nil, fmt.Errorf("no activation %q in a graph, want %s, %s or %s", a, nets.Sigmoid, nets.Tanh, nets.ReLU)
}

// rectify returns max(0, x) with the slope 0 at 0, as in package nets; gorgonia.Rectify
// has the slope 1 at 0.
func rectify(x *gorgonia.Node) (*gorgonia.Node, error) {
	zero := gorgonia.NewConstant(float32(0))
	positive, err := gorgonia.Gt(x, zero, true)
	if err != nil {
		return nil, err
	}
	return gorgonia.HadamardProd(x, positive)
}

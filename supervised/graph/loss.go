package graph

import (
	"fmt"

	"gonum.org/v1/gonum/mat"
	"gorgonia.org/gorgonia"

	"gammonlab/nets"
	"gammonlab/nets/learn"
)

// lossOf returns the loss of the sums against the targets: the sum of the terms
// of a loss times their weights, which carry all factors (see termWeights).
func lossOf(loss learn.Loss, sums, targets, weights *gorgonia.Node) (*gorgonia.Node, error) {
	terms, err := termsOf(loss, sums, targets)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", loss, err)
	}
	weighted, err := gorgonia.HadamardProd(terms, weights)
	if err != nil {
		return nil, fmt.Errorf("weights of the loss: %w", err)
	}
	return gorgonia.Sum(weighted)
}

// termsOf returns the terms of a loss, a row of nets.Outputs for each position.
func termsOf(loss learn.Loss, sums, targets *gorgonia.Node) (*gorgonia.Node, error) {
	if loss == learn.CrossEntropy {
		return crossEntropies(sums, targets)
	}
	misses, err := missesOf(sums, targets)
	if err == nil && loss == learn.Equity {
		root := equityRoot()
		misses, err = gorgonia.Mul(misses, matrix(sums.Graph(), "equity", nets.Outputs, nets.Outputs, root))
	}
	if err != nil {
		return nil, err
	}
	return gorgonia.Square(misses)
}

// equityRoot returns the matrix A for which |misses·A|² is the loss Equity of a position,
// by rows: the Cholesky factor of the quadratic form.
func equityRoot() []float32 {
	c := learn.EquityWeights()
	form := mat.NewSymDense(nets.Outputs, nil)
	for i := range c {
		for k := range c {
			form.SetSym(i, k, float64(c[i]*c[k])/2)
		}
		form.SetSym(i, i, (1+learn.EquityShare)*float64(c[i]*c[i])/2)
	}
	var factor mat.Cholesky
	if !factor.Factorize(form) {
		panic("graph: the loss of the equity is not positive definite")
	}
	var lower mat.TriDense
	factor.LTo(&lower)
	root := make([]float32, nets.Outputs*nets.Outputs)
	for i := range nets.Outputs {
		for k := range i + 1 {
			root[i*nets.Outputs+k] = float32(lower.At(i, k))
		}
	}
	return root
}

// crossEntropies returns ln(1+exp(z)) - t·z, which is the cross-entropy of the
// sigmoid of z without its rounding to 0 and 1.
func crossEntropies(z, targets *gorgonia.Node) (*gorgonia.Node, error) {
	whole, err := gorgonia.Softplus(z)
	if err != nil {
		return nil, err
	}
	part, err := gorgonia.HadamardProd(targets, z)
	if err != nil {
		return nil, err
	}
	return gorgonia.Sub(whole, part)
}

// missesOf returns σ(z) - t.
func missesOf(z, targets *gorgonia.Node) (*gorgonia.Node, error) {
	answers, err := gorgonia.Sigmoid(z)
	if err != nil {
		return nil, err
	}
	return gorgonia.Sub(answers, targets)
}

// termWeights returns the weight of each term in the loss of a position: package
// nets/learn has the formulas.
func termWeights(loss learn.Loss) [nets.Outputs]float32 {
	if loss == learn.Squared {
		return [nets.Outputs]float32{0.5, 0.5, 0.5, 0.5, 0.5}
	}
	return [nets.Outputs]float32{1, 1, 1, 1, 1}
}

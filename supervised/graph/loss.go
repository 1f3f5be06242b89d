package graph

import (
	"fmt"

	"gorgonia.org/gorgonia"

	"gammonlab/nets"
	"gammonlab/nets/learn"
)

// lossOf returns the loss of the sums against the targets: the sum of the terms
// of a loss times their weights, which carry all factors (see termWeights).
func lossOf(loss learn.Loss, sums, targets, weights *gorgonia.Node) (*gorgonia.Node, error) {
	terms, err := squares(sums, targets)
	if loss == learn.CrossEntropy {
		terms, err = crossEntropies(sums, targets)
	}
	if err != nil {
		return nil, fmt.Errorf("graph: %s: %w", loss, err)
	}
	weighted, err := gorgonia.HadamardProd(terms, weights)
	if err != nil {
		return nil, fmt.Errorf("graph: weights of the loss: %w", err)
	}
	return gorgonia.Sum(weighted)
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

// squares returns (σ(z) - t)².
func squares(z, targets *gorgonia.Node) (*gorgonia.Node, error) {
	answers, err := gorgonia.Sigmoid(z)
	if err != nil {
		return nil, err
	}
	misses, err := gorgonia.Sub(answers, targets)
	if err != nil {
		return nil, err
	}
	return gorgonia.Square(misses)
}

// termWeights returns the weight of each output's term in the loss of a position:
// package nets/learn has the formulas.
func termWeights(loss learn.Loss) [nets.Outputs]float32 {
	switch loss {
	case learn.CrossEntropy:
		return [nets.Outputs]float32{1, 1, 1, 1, 1}
	case learn.Equity: // (c·miss)²/2 with c = 2 for win
		return [nets.Outputs]float32{2, 0.5, 0.5, 0.5, 0.5}
	}
	return [nets.Outputs]float32{0.5, 0.5, 0.5, 0.5, 0.5}
}

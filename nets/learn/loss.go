package learn

import (
	"fmt"
	"math"

	"gammonlab/nets"
)

// Loss is the function that training minimizes: the mean over the positions of
// a batch of their weights times a sum over the outputs y and targets t.
type Loss string

// The losses.
const (
	// CrossEntropy is -t·ln y - (1-t)·ln(1-y).
	CrossEntropy Loss = "cross-entropy"

	// Squared is (y-t)²/2.
	Squared Loss = "squared"

	// Equity is (c·(y-t))²/2, where c is the derivative of the cubeless equity with
	// respect to the output: 2 for win, 1 for the others.
	Equity Loss = "equity"
)

// Validate returns an error for an unknown loss.
func (l Loss) Validate() error {
	switch l {
	case CrossEntropy, Squared, Equity:
		return nil
	}
	return fmt.Errorf("learn: unknown loss %q, want %s, %s or %s", l, CrossEntropy, Squared, Equity)
}

// equityWeights are the squares of the outputs' factors in the equity.
var equityWeights = [nets.Outputs]float32{4, 1, 1, 1, 1}

// least keeps logarithms and slopes finite.
const least = 1e-12

// of returns the loss for outputs y and targets t and sets d to its derivatives
// by the sums of the head.
func (l Loss) of(d []float32, y, t []float32) float64 {
	sum := 0.0
	for k := range d {
		miss := y[k] - t[k]
		switch l {
		case CrossEntropy:
			p, q := float64(y[k]), float64(t[k])
			sum -= q*math.Log(max(p, least)) + (1-q)*math.Log(max(1-p, least))
			d[k] = miss
		case Squared:
			sum += float64(miss*miss) / 2
			d[k] = miss * y[k] * (1 - y[k])
		case Equity:
			sum += float64(equityWeights[k]*miss*miss) / 2
			d[k] = equityWeights[k] * miss * y[k] * (1 - y[k])
		}
	}
	return sum
}

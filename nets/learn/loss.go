package learn

import (
	"fmt"
	"math"
	"slices"

	"gammonlab/nets"
)

// Loss is the function that training minimizes: the mean over the positions of a batch of
// the position's weight times a sum over the outputs y and their targets t.
type Loss string

// The losses.
const (
	// CrossEntropy is -t·ln y - (1-t)·ln(1-y).
	CrossEntropy Loss = "cross-entropy"

	// Squared is (y-t)²/2.
	Squared Loss = "squared"

	// Equity is half the squared error of the cubeless equity, (Σ c·(y-t))²/2, where c
	// ([EquityWeights]) is the derivative of the equity with respect to the output, plus
	// EquityShare·(c·(y-t))²/2 for each output: without this part, errors of outputs that
	// cancel each other would cost nothing.
	Equity Loss = "equity"
)

// EquityShare is the factor of the errors of single outputs in the loss Equity.
const EquityShare = 0.25

// EquityWeights returns the derivatives of the cubeless equity with respect to the
// outputs.
func EquityWeights() [nets.Outputs]float32 { return equityWeights }

var equityWeights = [nets.Outputs]float32{2, 1, 1, -1, -1}

// Values returns the names of all losses, those of [RegisterLoss] last.
func (Loss) Values() []string {
	return known([]Loss{CrossEntropy, Squared, Equity}, registry.losses)
}

// Validate returns an error for an unknown loss.
func (l Loss) Validate() error {
	if names := l.Values(); !slices.Contains(names, string(l)) {
		return fmt.Errorf("unknown loss %q, want %s", l, either(names))
	}
	return nil
}

// least is the lower limit that keeps logarithms and slopes finite.
const least = 1e-12

// of returns the loss for outputs y and targets t and sets d to its derivatives
// by the sums of the head. factors are those of [Batch]; nil for 1. The loss is one of this
// package.
func (l Loss) of(d []float32, y, t, factors []float32) float64 {
	if l == Equity {
		return ofEquity(d, y, t)
	}
	sum := 0.0
	for k := range d {
		miss := y[k] - t[k]
		switch l {
		case CrossEntropy:
			p, q := float64(y[k]), float64(t[k])
			sum -= q*math.Log(max(p, least)) + (1-q)*math.Log(max(1-p, least))
			d[k] = miss
		case Squared:
			square := float32(1)
			if factors != nil {
				square = factors[k] * factors[k]
			}
			sum += float64(square*miss*miss) / 2
			d[k] = square * miss * y[k] * (1 - y[k])
		}
	}
	return sum
}

// ofEquity is of for the loss Equity.
func ofEquity(d []float32, y, t []float32) float64 {
	whole := equityError(y, t)
	sum := float64(whole*whole) / 2
	for k, c := range equityWeights {
		part := c * (y[k] - t[k])
		sum += EquityShare * float64(part*part) / 2
		d[k] = c * (whole + EquityShare*part) * y[k] * (1 - y[k])
	}
	return sum
}

// equityError returns the error of the cubeless equity.
func equityError(y, t []float32) (whole float32) {
	for k, c := range equityWeights {
		whole += c * (y[k] - t[k])
	}
	return whole
}

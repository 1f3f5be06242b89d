package nets

import (
	"fmt"
	"math"

	"gammonlab/features"
)

// maxSum is the largest absolute sum that a unit may reach in any position. It
// is far below the maximum of float32, 3.4e38, so neither partial sums in any
// order nor the differences of an incremental pass overflow. Finite sums give
// probabilities; an infinite sum would give NaN in the next layer. Useful nets
// stay below 1e4.
const maxSum = 1e30

// checkRange returns an error for the first unit whose sum is not finite or could exceed
// maxSum. It uses the largest possible absolute values of the inputs, which depend on the
// feature set or on the activation of the layer below.
func (n *Net) checkRange(part Part) error {
	largest := []float64{features.MaxInput} // largest value of each input; one entry if all are equal
	for i, l := range n.layers() {
		if err := l.checkFinite(part, i); err != nil {
			return err
		}
		sums := make([]float64, l.out)
		for o := range sums {
			sums[o] = l.largestSum(o, largest)
			if sums[o] > maxSum {
				return fmt.Errorf("tensor %s: the sum of unit %d can reach %.3g, the maximum is %.0g: outputs could overflow",
					part.weightName(i), o, sums[o], maxSum)
			}
		}
		if largest = sums; l.activation != ReLU {
			largest = []float64{1}
		}
	}
	return nil
}

// checkFinite returns an error for the first value of the layer's tensors that
// is not finite.
func (l *layer) checkFinite(part Part, number int) error {
	for o := range l.out {
		for in := range l.in {
			if v := l.w[in*l.perIn+o*l.perOut]; v-v != 0 {
				return fmt.Errorf("tensor %s: value %d is %v", part.weightName(number), o*l.in+in, v)
			}
		}
	}
	for o, v := range l.b[:l.out] {
		if v-v != 0 {
			return fmt.Errorf("tensor %s: value %d is %v", part.biasName(number), o, v)
		}
	}
	return nil
}

// largestSum returns the largest possible absolute value of the sum of a unit.
func (l *layer) largestSum(unit int, largest []float64) float64 {
	sum := math.Abs(float64(l.b[unit]))
	for in := range l.in {
		x := largest[min(in, len(largest)-1)]
		sum += x * math.Abs(float64(l.w[in*l.perIn+unit*l.perOut]))
	}
	return sum
}

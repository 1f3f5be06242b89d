package nets

import (
	"fmt"
	"math"

	"gammonlab/features"
)

// maxSum is the largest absolute sum that a unit may reach in any position. No
// position then overflows a float32, whose largest is 3.4e38: not in parts of a
// sum in any order, nor in differences of sums as an incremental pass takes them.
// Sums that are finite give answers that are probabilities; an infinite one would
// give NaN in the next layer. Useful nets stay below 1e4.
const maxSum = 1e30

// checkRange reports a unit of the net whose sum is not finite or could exceed
// maxSum: by the largest absolute values that its inputs can have, which those of
// the feature set or the activation of the layer below limit.
func (n *Net) checkRange(part Part) error {
	largest := []float64{features.MaxInput} // of each input; one for all when they are alike
	for i, l := range n.layers() {
		if err := l.checkFinite(part, i); err != nil {
			return err
		}
		sums := make([]float64, l.out)
		for o := range sums {
			sums[o] = l.largestSum(o, largest)
			if sums[o] > maxSum {
				return fmt.Errorf("nets: tensor %s: with its weights the sum of unit %d can reach %.3g, the most is %.0g: answers would overflow",
					part.weightName(i), o, sums[o], maxSum)
			}
		}
		if largest = sums; l.activation != ReLU {
			largest = []float64{1}
		}
	}
	return nil
}

// checkFinite reports the first value of the layer's tensors that is no number.
func (l *layer) checkFinite(part Part, number int) error {
	for o := range l.out {
		for in := range l.in {
			if v := l.w[in*l.perIn+o*l.perOut]; v-v != 0 {
				return fmt.Errorf("nets: tensor %s: value %d is %v", part.weightName(number), o*l.in+in, v)
			}
		}
	}
	for o, v := range l.b[:l.out] {
		if v-v != 0 {
			return fmt.Errorf("nets: tensor %s: value %d is %v", part.biasName(number), o, v)
		}
	}
	return nil
}

// largestSum returns the largest absolute value that the sum of a unit can have.
func (l *layer) largestSum(unit int, largest []float64) float64 {
	sum := math.Abs(float64(l.b[unit]))
	for in := range l.in {
		x := largest[min(in, len(largest)-1)]
		sum += x * math.Abs(float64(l.w[in*l.perIn+unit*l.perOut]))
	}
	return sum
}

package supervised

import "math"

// adam takes the steps of Adam (Kingma and Ba, 2015): along the running mean of
// the gradient, divided by the root of the running mean of its square.
type adam struct {
	mean, square []float32 // running, begun at 0
	steps        int
}

// The decay of the two means and what keeps the division finite, as the paper
// proposes them.
const (
	adamMean    = 0.9
	adamSquare  = 0.999
	adamEpsilon = 1e-8
)

func newAdam(parameters int) *adam {
	return &adam{mean: make([]float32, parameters), square: make([]float32, parameters)}
}

// step moves the parameters downhill. Those whose gradient was always 0 stay.
func (a *adam) step(params, gradient []float32, rate float64) {
	a.steps++
	// The means began at 0 and are too small by what that still weighs.
	rate /= 1 - math.Pow(adamMean, float64(a.steps))
	scale := float32(1 / (1 - math.Pow(adamSquare, float64(a.steps))))
	length := float32(rate)
	for i, g := range gradient {
		m := adamMean*a.mean[i] + (1-adamMean)*g
		v := adamSquare*a.square[i] + (1-adamSquare)*g*g
		a.mean[i], a.square[i] = m, v
		params[i] -= length * m / (float32(math.Sqrt(float64(v*scale))) + adamEpsilon)
	}
}

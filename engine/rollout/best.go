package rollout

import "math"

// Best returns for each alternative the probability that it is the best,
// computed from means and standard errors as if the estimates were independent
// and normal. This is conservative if the alternatives share dice, which
// correlates their errors positively.
func Best(means, errors []float64) []float64 {
	const steps, reach = 400, 6.0 // of the integral over each mean, in standard errors
	shares := make([]float64, len(means))
	total := 0.0
	for i, mean := range means {
		step := 2 * reach / steps
		for k := range steps {
			z := -reach + (float64(k)+0.5)*step
			density := math.Exp(-z*z/2) / math.Sqrt(2*math.Pi) * step
			shares[i] += density * othersBelow(means, errors, i, mean+z*errors[i])
		}
		total += shares[i]
	}
	for i := range shares {
		shares[i] /= total
	}
	return shares
}

// othersBelow returns the probability that the values of all alternatives
// except one are below x.
func othersBelow(means, errors []float64, but int, x float64) float64 {
	p := 1.0
	for j, mean := range means {
		switch {
		case j == but:
		case errors[j] > 0:
			p *= math.Erfc((mean-x)/(errors[j]*math.Sqrt2)) / 2
		case mean > x:
			return 0
		case mean == x:
			p /= 2 // equal value; counted half for each
		}
	}
	return p
}

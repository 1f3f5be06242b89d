package cube

import "math"

// Gammon rate and free drops for extending the post-Crawford table, as in GNU
// Backgammon.
var standardTrailer = Trailer{GammonRate: 0.25, FreeDrop2: 0.015, FreeDrop4: 0.004}

// extendPre computes the pre-Crawford entries beyond the native ones from a
// normal distribution of the difference of points.
func (m *MET) extendPre(native int) {
	for i := native; i < maxAway; i++ {
		for j := range i {
			behind := trailing(i+1, j+1)
			m.pre[i][j] = behind
			m.pre[j][i] = 1 - behind
		}
		m.pre[i][i] = 0.5
	}
}

// spread is the standard deviation of the score change of a side in a game, by
// the points it still needs; 1.77 from 11 on.
var spread = [...]float64{0, 1.24, 1.27, 1.47, 1.50, 1.60, 1.61, 1.66, 1.68, 1.70, 1.72}

const farSpread = 1.77

func spreadAt(away int) float64 {
	if away < len(spread) {
		return spread[away]
	}
	return farSpread
}

// trailing returns the MWC of a side that needs i points against one that needs
// j, i ≥ j: the probability that a normal variable exceeds the lead, in
// standard deviations, without the part beyond six of them.
func trailing(i, j int) float64 {
	const tail = 6
	si, sj := spreadAt(i), spreadAt(j)
	deviation := math.Sqrt(si*si+sj*sj) * math.Sqrt(float64(i+j)/2)
	lead := float64(i - j)
	if tail*deviation <= lead {
		return 0
	}
	return normal(tail) - normal(lead/deviation)
}

// normal is the distribution function of the standard normal distribution.
func normal(z float64) float64 { return math.Erfc(-z/math.Sqrt2) / 2 }

package bearoff

import (
	"fmt"
	"math"

	"gammonlab/board"
	"gammonlab/engine/bearoff/internal/format"
)

// density returns the normal density at r rolls, in gnubg's interpretation of
// such a database. If the deviation is 0, the whole density is at the mean.
func density(n format.Normal, r int) float32 {
	const tiny = 1e-7
	mean, deviation := float64(n.Mean), float64(n.Deviation)
	off := float64(r) - mean
	if deviation <= tiny {
		if math.Abs(off) < tiny {
			return 1
		}
		return 0
	}
	off /= deviation
	return float32(math.Exp(-off*off/2) / (deviation * math.Sqrt(2*math.Pi)))
}

// normalWords returns the densities as multiples of 1/[One], at most One.
func normalWords(n format.Normal) (dist [MaxRolls]uint16) {
	for r := range dist {
		dist[r] = uint16(min(density(n, r), 1) * One)
	}
	return dist
}

// checkNormal returns an error for impossible means and standard deviations.
func (d *OneSided) checkNormal(name string) error {
	if !d.header.Normal {
		return nil
	}
	for rank := range d.index.Len() {
		for _, n := range d.records.Normals(rank) {
			// Written so that NaN is rejected.
			if !(n.Mean >= 0 && n.Mean < MaxRolls*2 && n.Deviation >= 0 && n.Deviation < MaxRolls*2) {
				return fmt.Errorf("%s: position %d: mean and standard deviation are %v and %v rolls, want 0 to %d",
					name, rank, n.Mean, n.Deviation, MaxRolls*2)
			}
		}
	}
	return nil
}

// evaluateNormal is [OneSided.Evaluate] with densities. Their sum is not one,
// so the probabilities are limited to 1.
func (d *OneSided) evaluateNormal(own, opp *board.Side) [5]float32 {
	ownRank, ownCheckers := d.index.rankOf(own)
	oppRank, oppCheckers := d.index.rankOf(opp)
	ownRolls, oppRolls := d.records.Normals(ownRank), d.records.Normals(oppRank)

	var chances [5]float32
	chances[0] = normalsInTime(ownRolls[0], oppRolls[0], 0)
	if oppCheckers == board.MaxCheckers {
		chances[1] = normalsInTime(ownRolls[0], oppRolls[1], 0)
	}
	if ownCheckers == board.MaxCheckers {
		chances[3] = normalsInTime(oppRolls[0], ownRolls[1], 1)
	}
	return chances
}

// normalsInTime is inTime for two normal distributions.
func normalsInTime(a, b format.Normal, lag int) float32 {
	var sum, left float32
	j := MaxRolls
	for i := MaxRolls - 1; i >= 0; i-- {
		for j > 0 && j > i+lag {
			j--
			left += density(b, j)
		}
		sum += float32(density(a, i) * left)
	}
	return min(sum, 1)
}

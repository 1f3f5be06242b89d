package bearoff

import (
	"encoding/binary"
	"fmt"
	"math"

	"gammonlab/board"
)

// normal is a distribution given by its mean and standard deviation.
type normal struct{ mean, deviation float32 }

// density returns the normal density at r rolls, in gnubg's interpretation of
// such a database. If the deviation is 0, the whole density is at the mean.
func (n normal) density(r int) float32 {
	const tiny = 1e-7
	mean, deviation := float64(n.mean), float64(n.deviation)
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

// words returns the densities as multiples of 1/[One], at most One.
func (n normal) words() (dist [MaxRolls]uint16) {
	for r := range dist {
		dist[r] = uint16(min(n.density(r), 1) * One)
	}
	return dist
}

// normals returns the distributions of the rolls to bear off all checkers, and
// the first one.
func (d *OneSided) normals(rank int) [2]normal {
	return parseNormals(d.data[rank*normalSize:])
}

// parseNormals parses a record of 16 bytes.
func parseNormals(record []byte) [2]normal {
	var v [4]float32
	for i := range v {
		v[i] = math.Float32frombits(binary.LittleEndian.Uint32(record[4*i:]))
	}
	return [2]normal{{v[0], v[1]}, {v[2], v[3]}}
}

// appendNormals appends a record of 16 bytes.
func appendNormals(dst []byte, dists [2]normal) []byte {
	for _, d := range dists {
		dst = binary.LittleEndian.AppendUint32(dst, math.Float32bits(d.mean))
		dst = binary.LittleEndian.AppendUint32(dst, math.Float32bits(d.deviation))
	}
	return dst
}

// checkNormal returns an error for impossible means and standard deviations.
func (d *OneSided) checkNormal(name string) error {
	if !d.header.Normal {
		return nil
	}
	for rank := range d.index.Len() {
		for _, n := range d.normals(rank) {
			// Written so that NaN is rejected.
			if !(n.mean >= 0 && n.mean < MaxRolls*2 && n.deviation >= 0 && n.deviation < MaxRolls*2) {
				return fmt.Errorf("%s: position %d: mean and standard deviation are %v and %v rolls, want 0 to %d",
					name, rank, n.mean, n.deviation, MaxRolls*2)
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
	ownRolls, oppRolls := d.normals(ownRank), d.normals(oppRank)

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
func normalsInTime(a, b normal, lag int) float32 {
	var sum, left float32
	j := MaxRolls
	for i := MaxRolls - 1; i >= 0; i-- {
		for j > 0 && j > i+lag {
			j--
			left += b.density(j)
		}
		sum += float32(a.density(i) * left)
	}
	return min(sum, 1)
}

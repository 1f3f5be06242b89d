package supervised

import (
	"encoding/binary"
	"math"
	"math/bits"
	"slices"

	"gammonlab/board"
	"gammonlab/datasets"
	"gammonlab/engine"
)

// positionRows holds labelled positions, 30 bytes each, or 34 with weights. Inputs are
// extracted when they are needed.
type positionRows struct {
	variant board.Variant
	keys    []board.Key
	labels  []engine.Probabilities // impossible outcomes are 0
	weights []float32              // nil if all are 1; NaN if it is unknown
	rolls   sets                   // rows that follow plays of one roll, if [Config.Differences] needs them
}

// Target returns what a net learns from a row: its label, without outcomes that the
// position rules out.
func Target(row *datasets.Row) engine.Probabilities {
	label := row.Probabilities
	label.RuleOut(&row.Position)
	return label
}

// add appends a row with its weight.
func (t *positionRows) add(row *datasets.Row, by Weighting, floor float64) {
	t.keys = append(t.keys, row.Position.Key())
	t.labels = append(t.labels, Target(row))
	switch by {
	case InverseVariance:
		e := float64(row.EquityError)
		t.weights = append(t.weights, float32(1/(floor*floor+e*e))) // NaN for NaN
	case RowWeights:
		t.weights = append(t.weights, row.Weight)
	}
}

// position returns row i's position. It is several times faster than
// [board.Key.Position] and needs the key of a legal position.
func (t *positionRows) position(i int32) board.Position {
	key := &t.keys[i]
	k := keyBits{binary.LittleEndian.Uint64(key[:8]), uint64(key[8]) | uint64(key[9])<<8}
	var pos board.Position
	checkers := uint8(t.variant.Checkers())
	k.side(&pos.Opp, checkers)
	k.side(&pos.Own, checkers)
	return pos
}

// keyBits are the bits of a key that are still to be read, the lowest first.
type keyBits struct{ low, high uint64 }

// side reads the checkers of a side: for each place a 1 for each checker and then a 0.
func (k *keyBits) side(s *board.Side, checkers uint8) {
	for point := 1; point <= board.Bar; point++ {
		n := bits.TrailingZeros64(^k.low)
		s[point] = uint8(n)
		checkers -= uint8(n)
		k.low = k.low>>(n+1) | k.high<<(63-n)
		k.high >>= n + 1
	}
	s[board.Off] = checkers
}

// knowsWeights reports whether the weight of any of the rows is known.
func (t *positionRows) knowsWeights(rows []int32) bool {
	return slices.ContainsFunc(rows, func(i int32) bool { return t.weights[i] == t.weights[i] })
}

// meanWeight returns the mean of the known weights of the rows, 1 without any above 0.
func (t *positionRows) meanWeight(rows []int32) float64 {
	sum, n := 0.0, 0
	if t.weights == nil {
		return 1
	}
	for _, i := range rows {
		if w := float64(t.weights[i]); !math.IsNaN(w) {
			sum += w
			n++
		}
	}
	if sum == 0 {
		return 1
	}
	return sum / float64(n)
}

// weight returns the weight of row i, scaled by mean, the mean of the known weights.
func (t *positionRows) weight(i int32, mean float64) float32 {
	if t.weights == nil || math.IsNaN(float64(t.weights[i])) {
		return 1
	}
	return float32(float64(t.weights[i]) / mean)
}

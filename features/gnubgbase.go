package features

import (
	"math/bits"

	"gammonlab/board"
)

// Layout of the base units, which are all of gnubg-base200: four units for each
// point of the opponent from its ace point on and four for its bar, then the
// same for the player on roll.
const (
	gnubgSide = board.Bar * unitsPerPoint // units of one side
	gnubgBase = 2 * gnubgSide             // units of both sides
)

// gnubgPoint units differ from the blotted units in the second unit: n = 1, n = 2, n ≥ 3,
// (n-3)/2 above three. The units of the bar are those of thermometer.
var gnubgPoint = func() *pointUnits {
	u := *blotted
	for n := range u {
		u[n][1] = indicator(n == 2)
	}
	return &u
}()

// gnubgBase200 has only the base units: the inputs of gnubg's pruning nets.
type gnubgBase200 struct{}

// Name returns "gnubg-base200".
func (gnubgBase200) Name() string { return "gnubg-base200" }

// Version returns 1.
func (gnubgBase200) Version() int { return 1 }

// Additive returns true: each checker contributes to the inputs separately.
func (gnubgBase200) Additive() bool { return true }

// Len returns 200.
func (gnubgBase200) Len() int { return gnubgBase }

// Extract implements [Set].
func (gnubgBase200) Extract(dst []float32, pos *board.Position) {
	extractBase((*[gnubgBase]float32)(dst), pos)
}

// ExtractSparse implements [Set].
func (gnubgBase200) ExtractSparse(idx []int32, val []float32, pos *board.Position) int {
	n := sparseSide(idx, val, &pos.Opp, heldPoints(&pos.Opp), 0)
	return n + sparseSide(idx[n:], val[n:], &pos.Own, heldPoints(&pos.Own), gnubgSide)
}

func extractBase(dst *[gnubgBase]float32, pos *board.Position) {
	for i, s := range []*board.Side{&pos.Opp, &pos.Own} {
		units := (*[gnubgSide]float32)(dst[i*gnubgSide:])
		for point := 1; point <= 24; point++ {
			*(*[unitsPerPoint]float32)(units[(point-1)*unitsPerPoint:]) = gnubgPoint[s[point]&15]
		}
		*(*[unitsPerPoint]float32)(units[24*unitsPerPoint:]) = thermometer[s[board.Bar]&15]
	}
}

// sparseSide writes the nonzero base units of a side, numbered from base on,
// and returns their number. held are the points that the side holds.
func sparseSide(idx []int32, val []float32, s *board.Side, held uint32, base int32) int {
	n := sparsePoints(idx, val, s, held, base)
	if bar := int(s[board.Bar]); bar > 0 {
		units := &thermometer[bar&15]
		for k := range min(bar, unitsPerPoint) {
			idx[n], val[n] = base+24*unitsPerPoint+int32(k), units[k]
			n++
		}
	}
	return n
}

// sparsePoints is sparseSide without the bar. A point has one nonzero unit, or two if it
// has four or more checkers. sparsePoints always writes both, to avoid a branch, and
// overwrites the second one if it is zero.
func sparsePoints(idx []int32, val []float32, s *board.Side, held uint32, base int32) int {
	i, v := (*[64]int32)(idx), (*[64]float32)(val) // arrays, indexed by n & 63 without bounds checks
	n := uint(0)
	for ; held != 0; held &= held - 1 {
		point := bits.TrailingZeros32(held)
		u := &sparsePoint[s[point]&15]
		at := base + int32(point-1)*unitsPerPoint
		i[n&63], v[n&63] = at+u.first, 1
		i[(n+1)&63], v[(n+1)&63] = at+unitsPerPoint-1, u.spares
		n += u.count
	}
	return int(n)
}

// sparsePoint has the nonzero units of a point, by its number of checkers.
var sparsePoint = func() (all [board.MaxCheckers + 1]struct {
	first  int32 // the unit that is 1
	spares float32
	count  uint
}) {
	for n := range all {
		u := &all[n]
		u.first, u.spares, u.count = int32(min(max(n, 1), 3)-1), gnubgPoint[n][3], 1
		if n > 3 {
			u.count = 2
		}
	}
	return all
}()

package features

import (
	"math"
	"math/bits"

	"gammonlab/board"
)

// The sets named gnubg-… are the inputs of gnubg's nets, in its order and with
// its values, described anew. Version 1 of a set belongs to gnubg's weights
// version 1.00, version 2 to 1.01; sets that both share have only version 1.
//
// Every set takes every position. What the nets are never asked about gets what
// the formulas give; a side without checkers on the board then counts as if its
// rearmost one stood on its ace point.

// Layout of the base units, which gnubg-base200 consists of: four for each point
// of the opponent from its ace point on and four for its bar, then the same for
// the player on roll.
const (
	gnubgSide = board.Bar * unitsPerPoint // units of one side
	gnubgBase = 2 * gnubgSide             // of both
)

// gnubgPoint units differ from the blotted ones in the second: n = 1, n = 2, n ≥
// 3, (n-3)/2 above three. Those of the bar fill up like the thermometer.
var gnubgPoint = func() *pointUnits {
	u := *blotted
	for n := range u {
		u[n][1] = indicator(n == 2)
	}
	return &u
}()

// gnubgBase200 has the base units alone. gnubg prunes with nets of these inputs.
type gnubgBase200 struct{}

// Name returns "gnubg-base200".
func (gnubgBase200) Name() string { return "gnubg-base200" }

// Version returns 1.
func (gnubgBase200) Version() int { return 1 }

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

// sparseSide writes the base units of a side that are not zero, numbered from
// base on, and returns how many there are. Given are the points that it holds.
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

// sparsePoints is sparseSide without the bar. A point has one unit or, from four
// checkers on, two that are not zero. Both are written in any case, so that
// nothing depends on a guess of which it is, and the second is overwritten where
// it does not count.
func sparsePoints(idx []int32, val []float32, s *board.Side, held uint32, base int32) int {
	n := 0
	for ; held != 0; held &= held - 1 {
		point := bits.TrailingZeros32(held)
		u := &sparsePoint[s[point]&15]
		at := base + int32(point-1)*unitsPerPoint
		i, v := idx[n:n+2], val[n:n+2]
		i[0], v[0] = at+u.first, 1
		i[1], v[1] = at+unitsPerPoint-1, u.spares
		n += u.count
	}
	return n
}

// sparsePoint says which units of a point are not zero, by its checkers.
var sparsePoint = func() (all [board.MaxCheckers + 1]struct {
	first  int32 // the unit that is 1
	spares float32
	count  int
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

// gnubgExpert is gnubg-contact250 or gnubg-crashed250: the base units, a block
// of hand-crafted ones for the player on roll and one for the opponent.
type gnubgExpert struct {
	crashed bool
	version int
}

const (
	ownBlock  = gnubgBase             // where the player's block begins
	oppBlock  = ownBlock + gnubgUnits // and the opponent's
	expertLen = oppBlock + gnubgUnits
)

// Name returns "gnubg-contact250" or "gnubg-crashed250".
func (s gnubgExpert) Name() string {
	if s.crashed {
		return "gnubg-crashed250"
	}
	return "gnubg-contact250"
}

// Version returns 1 or 2.
func (s gnubgExpert) Version() int { return s.version }

// Len returns 250.
func (gnubgExpert) Len() int { return expertLen }

// Extract implements [Set].
func (s gnubgExpert) Extract(dst []float32, pos *board.Position) {
	extractBase((*[gnubgBase]float32)(dst), pos)
	var own, opp side
	own.set(&pos.Own)
	opp.set(&pos.Opp)
	s.fill((*unitBlock)(dst[ownBlock:]), &own, &opp)
	s.fill((*unitBlock)(dst[oppBlock:]), &opp, &own)
}

// ExtractSparse implements [Set].
func (s gnubgExpert) ExtractSparse(idx []int32, val []float32, pos *board.Position) int {
	var own, opp side
	own.set(&pos.Own)
	opp.set(&pos.Opp)
	n := sparseSide(idx, val, &pos.Opp, opp.held&points, 0)
	n += sparseSide(idx[n:], val[n:], &pos.Own, own.held&points, gnubgSide)
	var u unitBlock
	s.fill(&u, &own, &opp)
	n += sparseBlock(idx[n:], val[n:], &u, ownBlock)
	s.fill(&u, &opp, &own)
	return n + sparseBlock(idx[n:], val[n:], &u, oppBlock)
}

// sparseBlock writes those of the units that are not zero, numbered from base
// on, and returns how many there are. All are written, one over the other, so
// that nothing depends on a guess of which count.
func sparseBlock(idx []int32, val []float32, u *unitBlock, base int32) int {
	n := 0
	for k, v := range u {
		idx[n], val[n] = base+int32(k), v
		b := math.Float32bits(v)
		n += int((b | -b) >> 31) // 1 unless all bits are 0
	}
	return n
}

// fill sets the units of self's block.
func (s gnubgExpert) fill(u *unitBlock, self, other *side) {
	u.fill(self, other, s.version)
	if s.crashed {
		*(*[3]float32)(u[:]) = offCrashed[self.checkers[board.Off]&15]
		return
	}
	// The contact nets were trained with the sides exchanged here.
	*(*[3]float32)(u[:]) = offContact[other.checkers[board.Off]&15]
}

// offUnits gives the three units that stand for each number of men off: one
// fills up after the other, the last without limit.
type offUnits [board.MaxCheckers + 1][3]float32

var (
	offContact = newOffUnits(3, per3)
	offCrashed = newOffUnits(5, per5)
)

func newOffUnits(step int, perStep float32) *offUnits {
	var u offUnits
	for n := range u {
		u[n] = [3]float32{
			float32(min(n, step)) * perStep,
			float32(min(max(n-step, 0), step)) * perStep,
			float32(max(n-2*step, 0)) * perStep,
		}
	}
	return &u
}

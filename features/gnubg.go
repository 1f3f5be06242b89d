package features

import (
	"math"

	"gammonlab/board"
)

// gnubgExpert is gnubg-contact250 or gnubg-crashed250: the base units, a block of
// hand-crafted units for the player on roll and one for the opponent.
type gnubgExpert struct {
	crashed bool
	version int
}

const (
	ownBlock  = gnubgBase             // beginning of the player's block
	oppBlock  = ownBlock + gnubgUnits // beginning of the opponent's block
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

// sparseBlock writes the nonzero units, numbered from base on, and returns their number.
// To avoid branches, it writes every unit, and overwrites a zero unit with the next one.
// It writes five units in each step of the loop.
func sparseBlock(idx []int32, val []float32, u *unitBlock, base int32) int {
	w := blockWriter{(*[32]int32)(idx), (*[32]float32)(val)}
	n := uint32(0)
	for k := 0; k < gnubgUnits; k += 5 {
		at, five := base+int32(k), (*[5]float32)(u[k:])
		n = w.add(n, at, five[0])
		n = w.add(n, at+1, five[1])
		n = w.add(n, at+2, five[2])
		n = w.add(n, at+3, five[3])
		n = w.add(n, at+4, five[4])
	}
	return int(n)
}

// blockWriter writes to arrays; the index n & 31 needs no bounds check.
type blockWriter struct {
	idx *[32]int32
	val *[32]float32
}

// add writes an input at n and returns the next index, which is n if the value
// is 0.
func (w blockWriter) add(n uint32, i int32, v float32) uint32 {
	w.idx[n&31], w.val[n&31] = i, v
	next := n + 1
	if math.Float32bits(v) == 0 {
		next = n
	}
	return next
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

// offUnits gives the three units for each number of checkers off: the units fill up one
// after the other, the last one without limit.
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

package features

import "gammonlab/board"

// gnubgRace214 describes a race: for each side, the opponent first, four units for each
// of its points 1 to 23, one for each number of checkers that may be off, and the
// cross-overs. In a race no checker is on the bar or on the 24 point. In other positions
// the set ignores checkers on the bar, and counts checkers on the 24 point only in the
// cross-overs.
type gnubgRace214 struct{}

const (
	racePoints = 23
	raceOff    = racePoints * unitsPerPoint // offset in a side's block
	raceCross  = raceOff + board.MaxCheckers - 1
	raceSide   = raceCross + 1
	raceLen    = 2 * raceSide
)

// Name returns "gnubg-race214".
func (gnubgRace214) Name() string { return "gnubg-race214" }

// Version returns 1.
func (gnubgRace214) Version() int { return 1 }

// Len returns 214.
func (gnubgRace214) Len() int { return raceLen }

// Extract implements [Set].
func (gnubgRace214) Extract(dst []float32, pos *board.Position) {
	extractRace((*[raceSide]float32)(dst), &pos.Opp)
	extractRace((*[raceSide]float32)(dst[raceSide:]), &pos.Own)
}

func extractRace(dst *[raceSide]float32, s *board.Side) {
	for point := 1; point <= racePoints; point++ {
		*(*[unitsPerPoint]float32)(dst[(point-1)*unitsPerPoint:]) = gnubgPoint[s[point]&15]
	}
	clear(dst[raceOff:raceCross])
	if off := int(s[board.Off]); off > 0 && off < board.MaxCheckers {
		dst[raceOff+off-1] = 1
	}
	dst[raceCross] = crossOvers(s)
}

// ExtractSparse implements [Set].
func (gnubgRace214) ExtractSparse(idx []int32, val []float32, pos *board.Position) int {
	n := sparseRace(idx, val, &pos.Opp, 0)
	return n + sparseRace(idx[n:], val[n:], &pos.Own, raceSide)
}

// sparseRace writes the nonzero units of a side, numbered from base on, and
// returns their number.
func sparseRace(idx []int32, val []float32, s *board.Side, base int32) int {
	n := sparsePoints(idx, val, s, heldPoints(s)&^(1<<24), base)
	if off := int32(s[board.Off]); off > 0 && off < board.MaxCheckers {
		idx[n], val[n] = base+raceOff+off-1, 1
		n++
	}
	if v := crossOvers(s); v != 0 {
		idx[n], val[n] = base+raceCross, v
		n++
	}
	return n
}

// crossOvers returns a tenth of the number of cross-overs: the number of quarters of the
// board that the checkers outside must cross to reach home.
func crossOvers(s *board.Side) float32 {
	c := pack(s)
	// The checkers from the points 7, 13 and 19 on.
	n := total(c.low>>48) + 2*total(c.mid) + 3*total(c.high)
	n -= total(c.mid&(1<<32-1)) + total(c.high&(1<<16-1))
	return float32(n) * per10
}

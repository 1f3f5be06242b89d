package datasets

import "math"

// methodRank orders the methods by what a label is worth whose error is not
// known, the best first.
var methodRank = map[Method]uint32{
	Bearoff: 0, Rollout: 1, Ply2: 2, Trace: 3, Ply1: 4, Static: 5, Imported: 6, Game: 7, Unlabelled: 8,
}

// quality orders labels, the best lowest: those of known equity error by it,
// then the others by method, then rows without a label.
func quality(r *Row) uint32 {
	switch {
	case r.Method == Unlabelled:
		return math.MaxUint32
	case r.EquityError >= 0:
		return math.Float32bits(max(r.EquityError, 0)) // of a float that is not negative, bits have its order
	}
	return math.Float32bits(float32(math.Inf(1))) + methodRank[r.Method]
}
